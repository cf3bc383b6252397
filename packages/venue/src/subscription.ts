/** One subscription of a socket, and the frames that it is sent. */

import { barAt, stepMs, type Interval } from '@barograph/core';
import type { PriceDigits } from '@barograph/simulator';
import { bookPayload } from './book-payload.ts';
import { digitsOf, intervalNamed, valuesOf } from './info.ts';
import { tradePayloads, type VenueWorld } from './fill-payloads.ts';
import { candlePayload, contextPayload, midsPayload } from './payloads.ts';
import type { VenuePerps } from './perps.ts';

/** Subject of a subscription. */
export type Topic =
  | { readonly type: 'allMids'; readonly coin?: undefined }
  | { readonly type: 'candle'; readonly coin: string; readonly interval: Interval }
  | { readonly type: 'activeAssetCtx' | 'trades'; readonly coin: string }
  | { readonly type: 'l2Book'; readonly coin: string; readonly digits: PriceDigits | undefined };

/** A topic and what was sent of it. */
export interface Subscription {
  readonly topic: Topic;
  /** Open of the newest bar that was sent, or moment up to which trades were; epoch ms. */
  newest: number | undefined;
  /** Last frame: one that says nothing new is not sent. */
  last: string | undefined;
}

/** @returns undefined for a body that is no subscription, or one to a perp that there is not. */
export function readTopic(asked: unknown, perps: VenuePerps, now: number): Topic | undefined {
  const values = valuesOf(asked);
  const { type, coin } = values;
  if (type === 'allMids') return { type };
  if (typeof coin !== 'string' || !perps.has(coin, now)) return undefined;
  const interval = intervalNamed(values['interval']);
  const digits = digitsOf(values);
  if (type === 'candle') return interval === undefined ? undefined : { type, coin, interval };
  if (type === 'activeAssetCtx' || type === 'trades') return { type, coin };
  if (type !== 'l2Book' || digits === undefined) return undefined;
  return { type, coin, digits: digits === 'exact' ? undefined : digits };
}

const frame = (channel: string, data: unknown): string => JSON.stringify({ channel, data });

/** Bars from the newest one that was sent on: its last update, those behind it, and the one that is open. */
function candleFrames(subscription: Subscription, perps: VenuePerps, now: number): readonly string[] {
  const { topic, newest } = subscription;
  if (topic.type !== 'candle') return [];
  const { coin, interval } = topic;
  // A clock that jumped back has its own newest bar.
  const from = Math.min(newest ?? now, now);
  const bars = perps.bars(coin, interval, from, now, now);
  if (bars.length === 0) return [];
  // A perp that stopped has its last bar long ago.
  subscription.newest = Math.max(bars.time[bars.length - 1]!, now - stepMs(interval));
  return Array.from({ length: bars.length }, (_, i) => frame('candle', candlePayload(coin, interval, barAt(bars, i))));
}

/** Trades that the first frame of a subscription holds, and how far they reach back, as the venue has it. */
const RECENT_TRADES = 10;
const RECENT_MS = 60_000;

/** Trades since the last frame; in the first one the newest before it. */
function tradeFrames(subscription: Subscription, { perps, accounts }: VenueWorld, now: number): readonly string[] {
  const { topic, newest } = subscription;
  if (topic.type !== 'trades') return [];
  // A clock that jumped back trades on from there.
  const from = Math.min(newest ?? now - RECENT_MS, now);
  const rows = tradePayloads(topic.coin, perps.fills(topic.coin, from, now), (id, isBuy) =>
    accounts.usersOf(id, isBuy),
  );
  subscription.newest = now;
  const sent = newest === undefined ? rows.slice(-RECENT_TRADES) : rows;
  return sent.length === 0 ? [] : [frame('trades', sent)];
}

/**
 * Frames of a subscription at a moment, oldest first; none where nothing is new.
 *
 * @param now epoch ms of the venue's clock.
 * @param mids frame of all mids at this moment.
 */
export function framesOf(
  subscription: Subscription,
  world: VenueWorld,
  now: number,
  mids: () => string,
): readonly string[] {
  const { topic } = subscription;
  const { perps } = world;
  switch (topic.type) {
    case 'allMids':
      return [mids()];
    case 'trades':
      return tradeFrames(subscription, world, now);
    case 'candle': {
      const frames = candleFrames(subscription, perps, now).filter((text) => text !== subscription.last);
      subscription.last = frames[frames.length - 1] ?? subscription.last;
      return frames;
    }
    case 'activeAssetCtx': {
      const perp = perps.one(topic.coin, now);
      if (perp === undefined) return [];
      const text = frame('activeAssetCtx', {
        coin: topic.coin,
        ctx: contextPayload(perp, perps.book(topic.coin, perp.time)),
      });
      if (text === subscription.last) return [];
      subscription.last = text;
      return [text];
    }
    case 'l2Book': {
      const perp = perps.one(topic.coin, now);
      if (perp === undefined) return [];
      return [frame('l2Book', bookPayload(topic.coin, perps.book(topic.coin, now, topic.digits), now))];
    }
  }
}

/** Frame of all mids. */
export function midsFrame(perps: VenuePerps, now: number): string {
  return frame('allMids', { mids: midsPayload(perps.all(now)) });
}
