/**
 * Gap policies: treatment of missing bars. Each engine declares its own.
 *
 * - `carry` (returns, features): short gaps are filled with flat synthetic bars without volume; longer ones restart the
 *   state.
 * - `skip` (averages, ADX, RSI): existing bars count as neighbours, because a flat filler would pull values towards
 *   zero.
 * - `reset`: every gap restarts the state.
 */

import { alignedStep } from './aligned.ts';
import { CANDLE_COLUMNS, candleColumns, sliceCandles, unsafeCandles, type Candles } from './candles.ts';
import { integerAtLeast, oneOf } from './check.ts';
import { UsageError } from './errors.ts';
import { stepMs, type Interval } from './interval.ts';

/** Treatments of missing bars: fill with the last close, skip, or restart. */
export const GAP_POLICIES = ['carry', 'skip', 'reset'] as const;

/** Name of a gap policy. */
export type GapPolicy = (typeof GAP_POLICIES)[number];

/** Longest gap that `carry` fills by default, in bars. Other intervals have no default. */
export const MAX_CARRY: Readonly<Partial<Record<Interval, number>>> = Object.freeze({ '1h': 24, '1d': 3 });

/** Run of missing bars between two bars. */
export interface Gap {
  /** Open of the first missing bar, epoch ms. */
  readonly time: number;
  /** Number of consecutive missing bars. */
  readonly missing: number;
  /** Index of the bar after the gap, in the given bars. */
  readonly before: number;
}

/** Bars that a kernel can process without a break. */
export interface Segment {
  readonly bars: Candles;
  /** One value per bar: 1 for a synthetic bar, 0 for a real one. */
  readonly synthetic: Uint8Array;
}

/** Options of gap handling. */
export interface GapOptions {
  /** Longest gap that `carry` fills, in bars. @default the interval's entry in {@link MAX_CARRY} */
  readonly maxCarry?: number;
}

/** Bars cut where state must restart, and all gaps. */
export interface GapResult {
  /** Segments in order; state returns to warm-up between two of them. Empty without bars. */
  readonly segments: readonly Segment[];
  /** Every gap, filled or not. */
  readonly gaps: readonly Gap[];
}

/**
 * Finds the gaps between the first and the last bar, ascending.
 *
 * @throws {UsageError} when a bar is not on a boundary of `interval`; the message names its row.
 * @example
 * findGaps(bars, '1d').length; // → 0
 */
export function findGaps(bars: Candles, interval: Interval): readonly Gap[] {
  const step = alignedStep(bars, interval);
  const gaps: Gap[] = [];
  for (let i = 1; i < bars.length; i++) {
    const time = bars.time[i - 1]! + step;
    const missing = (bars.time[i]! - time) / step;
    if (missing > 0) gaps.push({ time, missing, before: i });
  }
  return gaps;
}

/** Bars `[start, end)` with the gaps `inside` them filled: open = high = low = close = the previous close, volume 0. */
function filled(bars: Candles, start: number, end: number, inside: readonly Gap[], step: number): Segment {
  const length = end - start + inside.reduce((sum, gap) => sum + gap.missing, 0);
  const synthetic = new Uint8Array(length);
  if (inside.length === 0) return { bars: sliceCandles(bars, start, end), synthetic };
  const columns = candleColumns(length);
  let row = 0;
  let from = start;
  const copyUntil = (until: number): void => {
    for (const column of CANDLE_COLUMNS) columns[column].set(bars[column].subarray(from, until), row);
    row += until - from;
    from = until;
  };
  for (const gap of inside) {
    copyUntil(gap.before);
    const close = bars.close[gap.before - 1]!;
    const next = row + gap.missing;
    for (const column of ['open', 'high', 'low', 'close'] as const) columns[column].fill(close, row, next);
    synthetic.fill(1, row, next);
    for (let time = gap.time; row < next; row++, time += step) columns.time[row] = time;
  }
  copyUntil(end);
  return { bars: unsafeCandles(columns), synthetic };
}

/**
 * Cuts bars into segments without a break, under a gap policy.
 *
 * @param options `maxCarry`: under `carry`, a longer gap is not filled and ends the segment.
 * @throws {UsageError} when a bar is off the boundary, the policy is unknown, or `carry` has no default for the
 * interval.
 * @example
 * applyGapPolicy(bars, '1d', 'skip').segments.length; // → 1
 */
export function applyGapPolicy(
  bars: Candles,
  interval: Interval,
  policy: GapPolicy,
  options: GapOptions = {},
): GapResult {
  oneOf('policy', policy, GAP_POLICIES);
  const gaps = findGaps(bars, interval);
  const step = stepMs(interval);
  if (bars.length === 0) return { segments: [], gaps };
  if (policy === 'skip') return { segments: [{ bars, synthetic: new Uint8Array(bars.length) }], gaps };

  const limit = policy === 'carry' ? carryLimit(interval, options) : 0;
  const segments: Segment[] = [];
  let start = 0;
  let inside: Gap[] = [];
  for (const gap of gaps) {
    if (gap.missing <= limit) {
      inside.push(gap);
      continue;
    }
    segments.push(filled(bars, start, gap.before, inside, step));
    start = gap.before;
    inside = [];
  }
  segments.push(filled(bars, start, bars.length, inside, step));
  return { segments, gaps };
}

function carryLimit(interval: Interval, options: GapOptions): number {
  const limit = options.maxCarry ?? MAX_CARRY[interval];
  if (limit === undefined) {
    throw new UsageError(`"maxCarry" expected a number of bars (${interval} has no default), got undefined`);
  }
  return integerAtLeast('maxCarry', limit, 0);
}
