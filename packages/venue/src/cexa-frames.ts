/** Frames of the streams of the large exchange. */

import { bucketOpen, usdtPerp } from '@barograph/core';
import type { Liquidation } from '@barograph/sources';
import type { ExchangeFeeds } from './cexa.ts';
import { forceOrderPayload } from './cexa-payloads.ts';
import type { Topic } from './sender.ts';

const FORCED = '!forceOrder@arr';
const MARK = /^([a-z0-9]+)@markPrice$/;
/** The venue sends at most one order per future in this time, ms. */
const ONE_IN_MS = 1000;
/** Maximum age of forced closes in an update, whatever the clock did since the previous update. */
const LATEST_MS = 60_000;

/** Frame with its subject. */
interface Frame {
  readonly topic: Topic;
  readonly text: string;
}

/** Whether a stream name is the mark price of a future. */
export function isMarkStream(name: string): boolean {
  return name.split('@')[0] === usdtPerp('BTC').toLowerCase() && MARK.test(name);
}

/** Whether a stream is served. */
export function isCexaStreamName(name: unknown): name is string {
  return typeof name === 'string' && (name === FORCED || isMarkStream(name));
}

/** Largest order per future and second, oldest first. */
function largestOfSeconds(closes: readonly Liquidation[]): readonly Liquidation[] {
  const largest = new Map<string, Liquidation>();
  for (const close of closes) {
    const key = `${close.symbol} ${Math.floor(close.time / ONE_IN_MS)}`;
    const other = largest.get(key);
    if (other === undefined || close.price * close.size > other.price * other.size) largest.set(key, close);
  }
  return [...largest.values()].sort((a, b) => a.time - b.time);
}

/** @returns a function that builds the frames since its previous call, by stream, with the named mark prices. */
export function createCexaFrames(
  feeds: () => ExchangeFeeds,
): (now: number, marks: ReadonlySet<string>) => Promise<ReadonlyMap<string, readonly Frame[]>> {
  /** Time up to which forced closes were sent. */
  let sentTo: number | undefined;
  const forced = async (to: number): Promise<readonly Frame[]> => {
    // A clock that jumps back sends no frame twice.
    const from = sentTo === undefined || sentTo > to ? to : Math.max(sentTo, to - LATEST_MS);
    sentTo = to;
    // Whole seconds only: the largest order of the current second is not known yet.
    const pulled = await feeds().forcedCloses?.pull({ venue: 'cexa', from: from - 1, to: to - 1 });
    if (pulled?.ok !== true) return [];
    return largestOfSeconds(pulled.value.rows.liquidations).map((close) => ({
      topic: { type: 'forceOrder', coin: close.symbol },
      text: JSON.stringify({ stream: FORCED, data: forceOrderPayload(close) }),
    }));
  };
  const mark = async (stream: string, at: number): Promise<readonly Frame[]> => {
    const [, name = ''] = MARK.exec(stream) ?? [];
    const pulled = await feeds().venuePerps?.pull({ venue: 'cexa', asOf: at });
    const perps = pulled?.ok === true ? pulled.value.rows.perps : [];
    const perp = perps.find(({ symbol }) => symbol.toLowerCase() === name);
    if (perp === undefined) return [];
    const data = { e: 'markPriceUpdate', E: at, s: perp.symbol, p: String(perp.mark), T: perp.nextFundingAt };
    return [{ topic: { type: 'markPrice' }, text: JSON.stringify({ stream, data }) }];
  };
  return async (now, marks) => {
    const frames = new Map<string, readonly Frame[]>();
    for (const stream of marks) frames.set(stream, await mark(stream, now));
    frames.set(FORCED, await forced(bucketOpen(now, ONE_IN_MS)));
    return frames;
  };
}
