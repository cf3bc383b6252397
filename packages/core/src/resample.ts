/**
 * Builds longer bars from shorter ones on UTC boundaries, and reports completeness.
 *
 * A bucket with a missing bar never counts as complete: it is reported, and by default dropped.
 */

import { alignedStep } from './aligned.ts';
import { candleColumns, candles, firstAtOrAfter, type Bar, type Candles } from './candles.ts';
import { oneOf } from './check.ts';
import { shown, UsageError } from './errors.ts';
import { bucketOpen, stepMs, type Interval } from './interval.ts';
import { compensatedSum } from './numerics.ts';

/** Options of resampling: incomplete buckets are dropped, or kept and reported. */
export interface ResampleOptions {
  readonly incomplete: 'drop' | 'keep';
}

/** Defaults of resampling: incomplete buckets are dropped. */
export const RESAMPLE_DEFAULTS: ResampleOptions = Object.freeze({ incomplete: 'drop' });

/** Incomplete bucket. `time` is its open in epoch ms; `have` may be 0. */
export interface IncompleteBucket {
  readonly time: number;
  readonly have: number;
  readonly expected: number;
}

/** Bars of a longer interval, and the incomplete buckets. */
export interface Resampled {
  readonly bars: Candles;
  /** Incomplete buckets from the first to the last bar, inclusive; ascending. */
  readonly incomplete: readonly IncompleteBucket[];
}

/**
 * A wider span means a wrong time unit (such as microseconds), and one record per empty bucket would exhaust memory.
 */
const MAX_BUCKETS = 10_000_000;

function longerStep(from: Interval, to: Interval): number {
  const long = stepMs(to);
  if (long < stepMs(from)) throw new UsageError(`"to" expected an interval of at least ${from}, got ${shown(to)}`);
  return long;
}

/** Merges bars `[start, end)`, at least one, into one bar. */
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
 * Resamples bars of the interval `from` to bars of the interval `to`.
 *
 * @param bars bars that open on UTC boundaries of `from`; gaps are allowed and reported.
 * @param options `incomplete: 'keep'` also returns buckets that lack bars, but never empty ones. @default {@link
 * RESAMPLE_DEFAULTS}
 * @returns the bars, and every incomplete bucket. Weeks open on Monday 00:00 UTC.
 * @throws {UsageError} when `to` is shorter than `from`, a time is off the boundary (the message names the row), or the
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
  // Checked, because a volume may overflow; the pass covers only the short result.
  return { bars: candles(used), incomplete };
}

/**
 * Bar of interval `to` that is still forming at `asOf`: the bars of its bucket that have closed by then.
 *
 * @param bars bars of `from`, aligned as for {@link resample}; only closed bars of the bucket are read.
 * @param asOf epoch ms. At a boundary the bucket that has just opened is forming, and is still empty.
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
  // Reads only the bars in use: a host calls this at every tick with years of bars.
  alignedStep(bars, from, start, end);
  return merge(bars, start, end, time);
}
