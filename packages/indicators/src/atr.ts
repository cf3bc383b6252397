/**
 * ATR: Wilder's average true range.
 *
 * The first bar has no previous close and gives no true range. The seed is the mean of the first `period` true
 * ranges, then `atr ← (atr·(period − 1) + tr) / period`.
 *
 * @source J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978, "Average True Range".
 * The seed and the recursion equal TA-Lib's `TA_ATR` and R TTR's `ATR` to the last digits.
 */

import {
  type Bar,
  type Candles,
  columnStream,
  givenColumn,
  integerAtLeast,
  type KernelSnapshot,
  type Mutable,
  OF_SLOTS,
  stateFrom,
  type Stream,
} from '@barograph/core';
import { trueRange } from './true-range.ts';
import { seedDecay } from './wilder.ts';

/** Settings of the ATR. */
export interface AtrConfig {
  /** True ranges in Wilder's window, an integer ≥ 2. */
  readonly period: number;
}

/** Wilder's 14 bars. */
export const ATR_DEFAULTS: AtrConfig = Object.freeze({ period: 14 });

/** One value of the ATR. */
export interface AtrPoint {
  /** ATR in price units, NaN until defined. */
  readonly atr: number;
}

/** JSON-safe state of {@link createAtr}. */
export type AtrSnapshot = KernelSnapshot<AtrConfig>;

// Slots of the state. AVERAGE holds the sum of the seed while it fills, ATR afterwards.
const BARS = 0;
const PREVIOUS_CLOSE = 1;
const AVERAGE = 2;
const SLOTS = 3;

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default ATR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * atrLookback(); // → 14
 */
export function atrLookback(config: AtrConfig = ATR_DEFAULTS): number {
  return check(config).period;
}

/**
 * Number of bars until the seed weighs less than 1 % of a value.
 *
 * @param config parameters. @default ATR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * atrSettledAfter(); // → 77
 */
export function atrSettledAfter(config: AtrConfig = ATR_DEFAULTS): number {
  return check(config).period + seedDecay(config.period);
}

function check(config: AtrConfig): AtrConfig {
  integerAtLeast('period', config.period, 2);
  return config;
}

/** Kernel over rows `0…length−1` of the columns, resumed from `state`. A stream passes rows of one bar. */
function advance(
  state: Float64Array,
  period: number,
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  atr: Float64Array,
): void {
  let seen = state[BARS]!;
  let previousClose = state[PREVIOUS_CLOSE]!;
  let average = state[AVERAGE]!;
  for (let i = 0; i < atr.length; i++) {
    const range = trueRange(high[i]!, low[i]!, previousClose);
    previousClose = close[i]!;
    const k = seen++;
    if (k > period) {
      average = (average * (period - 1) + range) / period;
    } else if (k > 0) {
      average += range;
      if (k === period) average /= period;
    }
    atr[i] = k >= period ? average : NaN;
  }
  state[BARS] = seen;
  state[PREVIOUS_CLOSE] = previousClose;
  state[AVERAGE] = average;
}

/**
 * Computes the ATR of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ATR_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns n values in price units; NaN for the first `period` rows.
 * @throws {UsageError} when `period` is not an integer ≥ 2, or the column has another length.
 * @example
 * atr(bars)[259].toFixed(2); // → '2.87'
 */
export function atr(bars: Candles, config: AtrConfig = ATR_DEFAULTS, into?: Float64Array): Float64Array {
  const { period } = check(config);
  const column = givenColumn('into', bars.length, into);
  advance(new Float64Array(SLOTS), period, bars.high, bars.low, bars.close, column);
  return column;
}

/**
 * Creates the stream of the ATR, equal to {@link atr} to the bit.
 *
 * @param config parameters. @default ATR_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createAtr().next(barAt(bars, 0)).atr; // → NaN
 */
export function createAtr(config: AtrConfig = ATR_DEFAULTS, resume?: AtrSnapshot): Stream<Bar, AtrPoint, AtrSnapshot> {
  const { period } = check(config);
  const state = stateFrom(config, SLOTS, resume);
  const forming = new Float64Array(SLOTS);
  const high = new Float64Array(1);
  const low = new Float64Array(1);
  const close = new Float64Array(1);
  const atr = new Float64Array(1);

  const feed = (to: Float64Array, bar: Bar, point: Mutable<AtrPoint>): void => {
    high[0] = bar.high;
    low[0] = bar.low;
    close[0] = bar.close;
    advance(to, period, high, low, close, atr);
    point.atr = atr[0]!;
  };
  return columnStream({ ...OF_SLOTS, config, state, forming, empty: () => ({ atr: NaN }), feed }, resume);
}
