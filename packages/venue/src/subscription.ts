/** Subscription of a socket, and its frames. */

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

/** Topic with the state of what was sent. */
export interface Subscription {
  readonly topic: Topic;
  /** Open of the newest sent bar, or the time up to which trades were sent; epoch ms. */
  newest: number | undefined;
  /** Last frame; identical frames are not sent again. */
  last: string | undefined;
}

/** Parses a subscription. @returns undefined when invalid or for an unknown perp. */
export function readTopic(value: unknown, perps: VenuePerps, now: number): Topic | undefined {
  const values = valuesOf(value);
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

/** Bars since the newest sent bar: its last update, later bars, and the open bar. */
function candleFrames(subscription: Subscription, perps: VenuePerps, now: number): readonly string[] {
  const { topic, newest } = subscription;
  if (topic.type !== 'candle') return [];
  const { coin, interval } = topic;
  // A clock that jumped back restarts at its own newest bar.
  const from = Math.min(newest ?? now, now);
  const bars = perps.bars(coin, interval, from, now, now);
  if (bars.length === 0) return [];
  // A delisted perp has an old last bar.
  subscription.newest = Math.max(bars.time[bars.length - 1]!, now - stepMs(interval));
  return Array.from({ length: bars.length }, (_, i) => frame('candle', candlePayload(coin, interval, barAt(bars, i))));
}

/** Trades in the first frame of a subscription, and their maximum age, as at the venue. */
const RECENT_TRADES = 10;
const RECENT_MS = 60_000;

/** Trades since the last frame; the newest trades in the first frame. */
function tradeFrames(subscription: Subscription, { perps, accounts }: VenueWorld, now: number): readonly string[] {
  const { topic, newest } = subscription;
  if (topic.type !== 'trades') return [];
  // A clock that jumped back continues from its new time.
  const from = Math.min(newest ?? now - RECENT_MS, now);
  const rows = tradePayloads(topic.coin, perps.fills(topic.coin, from, now), (id, isBuy) =>
    accounts.usersOf(id, isBuy),
  );
  subscription.newest = now;
  const sent = newest === undefined ? rows.slice(-RECENT_TRADES) : rows;
  return sent.length === 0 ? [] : [frame('trades', sent)];
}

/**
 * Frames of a subscription, oldest first; empty without news.
 *
 * @param now epoch ms of the venue's clock.
 * @param mids current frame of all mids.
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
