/** Bars of one listing and interval, pulled once for all producers that run at the same time. */

import { bucketOpen, firstAtOrAfter, sliceCandles, stepMs, type Candles, type Interval } from '@barograph/core';
import { CADENCES_V1, type Provided } from '@barograph/sources';
import type { MarketReader } from './market-reader.ts';

/** Sharing of pulls. */
export interface BarCacheConfig {
  readonly version: `bar-cache/${string}`;
  /** A bar that was pulled sooner after its close may still have changed; who asks later pulls it again. */
  readonly settleMs: number;
}

/** A changed number is a new constant. */
export const BAR_CACHE_V1: BarCacheConfig = Object.freeze({
  version: 'bar-cache/1',
  settleMs: CADENCES_V1.hourly.offset,
});

/** A reader that shares its pulls while it is held. */
export interface BarCache extends MarketReader {
  /** Keeps pulls until the returned function is called; with the last holder they are forgotten. */
  hold(): () => void;
}

interface Pull {
  readonly from: number;
  readonly asOf: number;
  readonly bars: Promise<Provided<Candles> | undefined>;
}

/** Whether a pull brought every bar that a question for `[from, …]` at `asOf` would bring. */
function covers(pull: Pull, from: number, asOf: number, step: number): boolean {
  if (pull.from > from) return false;
  if (pull.asOf >= asOf) return true;
  const closed = bucketOpen(asOf, step);
  if (bucketOpen(pull.asOf, step) !== closed) return false;
  const { settleMs } = BAR_CACHE_V1;
  return pull.asOf - closed >= settleMs || asOf - closed < settleMs;
}

/** @param market where bars are pulled from. */
export function createBarCache(market: MarketReader): BarCache {
  const pulls = new Map<string, Pull[]>();
  let holders = 0;

  const pulled = (
    key: string,
    from: number,
    asOf: number,
    pull: () => Promise<Provided<Candles> | undefined>,
  ): Pull => {
    const made: Pull = { from, asOf, bars: pull() };
    if (holders === 0) return made;
    const known = pulls.get(key) ?? [];
    // What the new one covers too is of no more use.
    const kept = known.filter((one) => one.from < from || one.asOf > asOf);
    pulls.set(key, [...kept, made]);
    made.bars.catch(() => {
      const now = pulls.get(key);
      if (now !== undefined)
        pulls.set(
          key,
          now.filter((one) => one !== made),
        ); // a failed pull is tried again
    });
    return made;
  };

  return {
    ...market,
    closedBars: async (listing, interval: Interval, from, asOf) => {
      const key = `${listing.venue}:${listing.symbol}:${interval}`;
      const step = stepMs(interval);
      const known = pulls.get(key)?.find((pull) => covers(pull, from, asOf, step));
      if (known === undefined) {
        return pulled(key, from, asOf, async () => market.closedBars(listing, interval, from, asOf)).bars;
      }
      const bars = await known.bars;
      if (bars === undefined) return undefined;
      const first = firstAtOrAfter(bars, from);
      const slice = sliceCandles(bars, first, Math.max(first, firstAtOrAfter(bars, asOf - step + 1)));
      const { provenance } = bars;
      return { ...slice, provenance: { ...provenance, asOf: Math.min(provenance.asOf, asOf) } };
    },
    hold: () => {
      holders++;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        if (--holders === 0) pulls.clear();
      };
    },
  };
}
