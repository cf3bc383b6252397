/** Bars of one listing and interval, pulled once for all producers that run at the same time. */

import { bucketOpen, firstAtOrAfter, sliceCandles, stepMs, type Candles, type Interval } from '@barograph/core';
import { CADENCES_V1, type Provided } from '@barograph/sources';
import type { MarketReader } from './market-reader.ts';

/** Settings of shared pulls. */
export interface BarCacheConfig {
  readonly version: `bar-cache/${string}`;
  /** Time after its close during which a bar may still change, ms; later readers pull it again. */
  readonly settleMs: number;
}

/** A changed number is a new constant. */
export const BAR_CACHE_V1: BarCacheConfig = Object.freeze({
  version: 'bar-cache/1',
  settleMs: CADENCES_V1.hourly.offset,
});

/** Reader that shares its pulls while a holder exists. */
export interface BarCache extends MarketReader {
  /** Keeps pulls until the returned function is called; the last release drops them. */
  hold(): () => void;
}

interface Pull {
  readonly from: number;
  readonly asOf: number;
  readonly bars: Promise<Provided<Candles> | undefined>;
}

/** Whether a pull contains every bar that a query for `[from, …]` at `asOf` would return. */
function covers(pull: Pull, from: number, asOf: number, step: number): boolean {
  if (pull.from > from) return false;
  if (pull.asOf >= asOf) return true;
  const closed = bucketOpen(asOf, step);
  if (bucketOpen(pull.asOf, step) !== closed) return false;
  const { settleMs } = BAR_CACHE_V1;
  return pull.asOf - closed >= settleMs || asOf - closed < settleMs;
}

/**
 * Creates a reader whose pulls are shared by the producers of one run.
 * @param market reader of the bars.
 */
export function createBarCache(market: MarketReader): BarCache {
  const pulls = new Map<string, Pull[]>();
  let holders = 0;

  const pulled = (
    key: string,
    from: number,
    asOf: number,
    pull: () => Promise<Provided<Candles> | undefined>,
  ): Pull => {
    const fresh: Pull = { from, asOf, bars: pull() };
    if (holders === 0) return fresh;
    const known = pulls.get(key) ?? [];
    // Drops pulls that the new one covers.
    const kept = known.filter((past) => past.from < from || past.asOf > asOf);
    pulls.set(key, [...kept, fresh]);
    fresh.bars.catch(() => {
      const now = pulls.get(key);
      if (now !== undefined)
        pulls.set(
          key,
          now.filter((past) => past !== fresh),
        ); // a failed pull is tried again
    });
    return fresh;
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
