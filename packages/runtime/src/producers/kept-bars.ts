/**
 * Cache of closed bars that callers requested. Settled bars do not change, and a source with a request budget would charge the
 * same years of days for every publication.
 */

import { bucketOpen, candles, DAY_MS, firstAtOrAfter, sliceCandles, stepMs, type Candles } from '@barograph/core';
import type { Context } from '@barograph/contract';
import { CADENCES_V1 } from '@barograph/sources';

/** Settings of the cache. */
export interface KeptBarsConfig {
  readonly version: `kept-bars/${string}`;
  /** Time after its close during which a bar may still change and is pulled again, ms. */
  readonly settleMs: number;
  /** Age after which everything is pulled again, ms, so that corrections of the source become visible. */
  readonly maxAgeMs: number;
  /** Maximum number of bars over all queries; the least recently used queries are dropped. */
  readonly mostBars: number;
}

/** A changed number is a new constant. */
export const KEPT_BARS_V1: KeptBarsConfig = Object.freeze({
  version: 'kept-bars/1',
  settleMs: CADENCES_V1.hourly.offset,
  maxAgeMs: DAY_MS,
  mostBars: 500_000,
});

type ClosedBars = Context['closedBars'];

interface Kept {
  /** Time of the pull that returned the first bars. */
  readonly since: number;
  /** Every bar closed by this time is cached, and no later one. */
  readonly until: number;
  readonly bars: Candles;
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** @throws {UsageError} when `b` does not start after `a`. */
function concat(a: Candles, b: Candles): Candles {
  return candles({
    time: joined(a.time, b.time),
    open: joined(a.open, b.open),
    high: joined(a.high, b.high),
    low: joined(a.low, b.low),
    close: joined(a.close, b.close),
    volume: joined(a.volume, b.volume),
  });
}

/** @param pull returns closed bars. @returns the same function with a cache, which requests only new bars. */
export function createKeptBars(pull: ClosedBars, config: KeptBarsConfig = KEPT_BARS_V1): ClosedBars {
  /** By query, least recently used first. */
  const kept = new Map<string, Kept>();
  let size = 0;
  const put = (key: string, entry: Kept | undefined): void => {
    size -= kept.get(key)?.bars.length ?? 0;
    kept.delete(key);
    if (entry === undefined) return;
    kept.set(key, entry);
    size += entry.bars.length;
    for (const [oldest, { bars }] of kept) {
      if (size <= config.mostBars) return;
      kept.delete(oldest);
      size -= bars.length;
    }
  };

  const pulls = new Map<string, Promise<Candles | undefined>>();
  const extended = async (key: string, ...[listing, interval, from, asOf]: Parameters<ClosedBars>) => {
    const step = stepMs(interval);
    const entry = kept.get(key);
    const known = entry !== undefined && Math.abs(asOf - entry.since) < config.maxAgeMs ? entry : undefined;
    const closed = bucketOpen(asOf, step);
    if (known !== undefined && closed <= known.until) {
      put(key, known);
      return sliceCandles(known.bars, 0, firstAtOrAfter(known.bars, closed));
    }
    const fresh = await pull(listing, interval, known === undefined ? from : Math.max(from, known.until), asOf);
    if (fresh === undefined) return undefined;
    const bars = known === undefined ? fresh : concat(known.bars, fresh);
    const until = bucketOpen(asOf - config.settleMs, step);
    put(key, { since: known?.since ?? asOf, until, bars: sliceCandles(bars, 0, firstAtOrAfter(bars, until)) });
    return bars;
  };
  // Four operations of a coin request the same days at once.
  return async (listing, interval, from, asOf) => {
    const key = `${listing.venue}:${listing.symbol}:${interval}:${from}`;
    const turn = `${key}:${asOf}`;
    const running = pulls.get(turn);
    if (running !== undefined) return running;
    const pull = extended(key, listing, interval, from, asOf).finally(() => pulls.delete(turn));
    pulls.set(turn, pull);
    return pull;
  };
}
