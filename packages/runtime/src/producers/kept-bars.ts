/**
 * Closed bars that callers asked for, kept and extended: bars that have settled do not change, and of a source that counts
 * requests the same years of days would be paid for with every publication.
 */

import { bucketOpen, candles, DAY_MS, firstAtOrAfter, sliceCandles, stepMs, type Candles } from '@barograph/core';
import type { Context } from '@barograph/contract';
import { CADENCES_V1 } from '@barograph/sources';

/** Bars that are kept, and their time. */
export interface KeptBarsConfig {
  readonly version: `kept-bars/${string}`;
  /** A bar that was pulled sooner after its close may still have changed, and is pulled again. */
  readonly settleMs: number;
  /** Everything is pulled again after this: what a source mended of its past must not stay hidden. */
  readonly maxAgeMs: number;
  /** Bars of all questions together; those that were asked for longest ago go first. */
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
  /** Moment of the pull that brought the first bars. */
  readonly since: number;
  /** Every bar that had closed by then is kept, and none that closed later. */
  readonly until: number;
  readonly bars: Candles;
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** @throws {UsageError} bars of which the second do not come after the first. */
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

/** @param pull brings closed bars. @returns the same, which asks for new ones only. */
export function createKeptBars(pull: ClosedBars, config: KeptBarsConfig = KEPT_BARS_V1): ClosedBars {
  /** By question, the one that was asked for longest ago first. */
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
  // Four operations of a coin ask for the same days at once.
  return async (listing, interval, from, asOf) => {
    const key = `${listing.venue}:${listing.symbol}:${interval}:${from}`;
    const turn = `${key}:${asOf}`;
    const running = pulls.get(turn);
    if (running !== undefined) return running;
    const made = extended(key, listing, interval, from, asOf).finally(() => pulls.delete(turn));
    pulls.set(turn, made);
    return made;
  };
}
