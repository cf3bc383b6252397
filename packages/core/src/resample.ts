/**
 * Longer bars from shorter ones, on UTC boundaries, with completeness stated.
 *
 * A bucket with a missing bar is never passed off as whole: it is reported, and by default left out.
 */

import { alignedStep } from './aligned.ts';
import { candleColumns, candles, firstAtOrAfter, type Bar, type Candles } from './candles.ts';
import { oneOf } from './check.ts';
import { shown, UsageError } from './errors.ts';
import { bucketOpen, stepMs, type Interval } from './interval.ts';
import { compensatedSum } from './numerics.ts';

/** Treatment of buckets that lack bars: left out, or kept although they are reported. */
export interface ResampleOptions {
  readonly incomplete: 'drop' | 'keep';
}

/** Buckets that lack bars are dropped. */
export const RESAMPLE_DEFAULTS: ResampleOptions = Object.freeze({ incomplete: 'drop' });

/** A bucket that lacks bars. `time` is the epoch ms of its open; `have` may be 0. */
export interface IncompleteBucket {
  readonly time: number;
  readonly have: number;
  readonly expected: number;
}

/** Bars of a longer interval, and the buckets that lack bars. */
export interface Resampled {
  readonly bars: Candles;
  /** Every bucket between the first and the last bar, both included, that lacks bars; ascending. */
  readonly incomplete: readonly IncompleteBucket[];
}

/** A wider span is a wrong unit of time (microseconds, say), and one record per empty bucket would fill the memory. */
const MAX_BUCKETS = 10_000_000;

function longerStep(from: Interval, to: Interval): number {
  const long = stepMs(to);
  if (long < stepMs(from)) throw new UsageError(`"to" expected an interval of at least ${from}, got ${shown(to)}`);
  return long;
}

/** One bar out of bars `[start, end)`, which are not none. */
function merge(bars: Candles, start: number, end: number, time: number): Bar {
  let high = bars.high[start]!;
  let low = bars.low[start]!;
  for (let i = start + 1; i < end; i++) {
    high = Math.max(high, bars.high[i]!);
    low = Math.min(low, bars.low[i]!);
  }
  const volume = compensatedSum(bars.volume, start, end);
  return { time, open: bars.open[start]!, high, low, close: bars.close[end - 1]!, volume };
}

/**
 * Bars of the interval `to` out of bars of the interval `from`.
 *
 * @param bars n bars of `from`, each opening on a UTC boundary of `from`; gaps are allowed and reported.
 * @param options `keep` also returns the buckets that lack bars (never those that have none).
 * @returns the complete buckets, and every bucket that is not complete. Weeks open on Monday 00:00 UTC.
 * @throws {UsageError} `to` is shorter than `from`, a time is off the boundary (the message names the row), or the
 * bars span more than ten million buckets.
 * @example
 * resample(bars, '1d', '1w').bars.length; // → 36
 */
export function resample(
  bars: Candles,
  from: Interval,
  to: Interval,
  options: ResampleOptions = RESAMPLE_DEFAULTS,
): Resampled {
  const long = longerStep(from, to);
  const keep = oneOf('incomplete', options.incomplete, ['drop', 'keep']) === 'keep';
  const short = alignedStep(bars, from);
  const incomplete: IncompleteBucket[] = [];
  if (bars.length === 0) return { bars: candles(candleColumns(0)), incomplete };

  const first = bucketOpen(bars.time[0]!, long);
  const buckets = (bucketOpen(bars.time[bars.length - 1]!, long) - first) / long + 1;
  if (buckets > MAX_BUCKETS) {
    throw new UsageError(`"bars" expected a span of at most ${MAX_BUCKETS} buckets of ${to}, got ${buckets}`);
  }
  const expected = long / short;
  const columns = candleColumns(Math.min(buckets, bars.length));
  let rows = 0;
  let start = 0;
  for (let time = first; start < bars.length; time += long) {
    let end = start;
    while (end < bars.length && bars.time[end]! < time + long) end++;
    const have = end - start;
    if (have < expected) incomplete.push({ time, have, expected });
    if (have === expected || (keep && have > 0)) {
      const bar = merge(bars, start, end, time);
      columns.time[rows] = time;
      columns.open[rows] = bar.open;
      columns.high[rows] = bar.high;
      columns.low[rows] = bar.low;
      columns.close[rows] = bar.close;
      columns.volume[rows] = bar.volume;
      rows++;
    }
    start = end;
  }
  const used = {
    time: columns.time.subarray(0, rows),
    open: columns.open.subarray(0, rows),
    high: columns.high.subarray(0, rows),
    low: columns.low.subarray(0, rows),
    close: columns.close.subarray(0, rows),
    volume: columns.volume.subarray(0, rows),
  };
  // Checked, because a volume may overflow; the cost is a pass over the short result.
  return { bars: candles(used), incomplete };
}

/**
 * The bar of interval `to` that is still forming at `asOf`: all bars of its bucket that have closed by then.
 *
 * @param bars bars of `from`, aligned as for {@link resample}; only those of the bucket that have closed are looked at.
 * @param asOf epoch ms. At a boundary the bucket that just opened is the forming one, and it is empty.
 * @returns `undefined` when no bar of the bucket has closed yet.
 * @throws {UsageError} as {@link resample}.
 * @example
 * formingBar(bars, '1d', '1w', 260 * DAY_MS)?.open.toFixed(2); // → '104.63'
 */
export function formingBar(bars: Candles, from: Interval, to: Interval, asOf: number): Bar | undefined {
  const long = longerStep(from, to);
  if (!Number.isSafeInteger(asOf)) throw new UsageError(`"asOf" expected an integer of epoch ms, got ${shown(asOf)}`);
  const time = bucketOpen(asOf, long);
  const start = firstAtOrAfter(bars, time);
  const end = firstAtOrAfter(bars, asOf - stepMs(from) + 1);
  if (end <= start) return undefined;
  // Only the bars in use: a host asks at every tick, and may hold years.
  alignedStep(bars, from, start, end);
  return merge(bars, start, end, time);
}
