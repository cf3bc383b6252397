/**
 * RSI: Wilder's relative strength index, the share of rises in the recent movement of closes.
 *
 * Rises and falls are averaged by Wilder's recursion, seeded by the first `period` changes, and `RSI = 100·G/(G + L)`.
 * The factor 1/period cancels in the ratio, so the kernel keeps `S ← S·(1 − 1/period) + x`.
 *
 * Deviation from the references: when nothing has moved, G + L = 0 and RSI is 50. TA-Lib returns 0, technicalindicators
 * and trading-signals 100, R TTR NaN; 50 is the only value that a market and its mirror image share.
 *
 * @source J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978, "The Relative Strength Index". The seed
 * and the recursion equal TA-Lib's `TA_RSI` and R TTR's `RSI` to the last digits.
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
import { seedDecay } from './wilder.ts';

/** Settings of the RSI. */
export interface RsiConfig {
  /** Changes in Wilder's window, an integer ≥ 2. */
  readonly period: number;
}

/** Wilder's 14 changes. */
export const RSI_DEFAULTS: RsiConfig = Object.freeze({ period: 14 });

/** One value of the RSI. */
export interface RsiPoint {
  /** 0…100, NaN until defined. */
  readonly rsi: number;
}

/** JSON-safe state of {@link createRsi}. */
export type RsiSnapshot = KernelSnapshot<RsiConfig>;

const BARS = 0;
const PREVIOUS_CLOSE = 1;
const RISES = 2;
const FALLS = 3;
const SLOTS = 4;

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default RSI_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * rsiLookback(); // → 14
 */
export function rsiLookback(config: RsiConfig = RSI_DEFAULTS): number {
  return check(config).period;
}

/**
 * Number of bars until the seed weighs less than 1 % of a value.
 *
 * @param config parameters. @default RSI_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * rsiSettledAfter(); // → 77
 */
export function rsiSettledAfter(config: RsiConfig = RSI_DEFAULTS): number {
  return check(config).period + seedDecay(config.period);
}

function check(config: RsiConfig): RsiConfig {
  integerAtLeast('period', config.period, 2);
  return config;
}

/**
 * Kernel over every row of the column, resumed from `state`. A stream passes columns of one bar.
 *
 * Rises and falls are stored doubled, as `change + |change|` and `|change| − change`: exact, without a branch, and the
 * factor two cancels. No clamp to 0…100 is needed: both are ≥ 0, so G ≤ fl(G + L).
 */
function advance(state: Float64Array, period: number, close: Float64Array, rsi: Float64Array): void {
  const keep = 1 - 1 / period;
  let seen = state[BARS]!;
  let previousClose = state[PREVIOUS_CLOSE]!;
  let rises = state[RISES]!;
  let falls = state[FALLS]!;
  let i = 0;
  for (; i < rsi.length && seen <= period; i++) {
    const change = seen === 0 ? 0 : close[i]! - previousClose;
    previousClose = close[i]!;
    rises += Math.abs(change) + change;
    falls += Math.abs(change) - change;
    rsi[i] = seen === period ? share(rises, falls) : NaN;
    seen++;
  }
  seen += rsi.length - i;
  for (; i < rsi.length; i++) {
    const change = close[i]! - previousClose;
    previousClose = close[i]!;
    rises = rises * keep + (Math.abs(change) + change);
    falls = falls * keep + (Math.abs(change) - change);
    rsi[i] = share(rises, falls);
  }
  state[BARS] = seen;
  state[PREVIOUS_CLOSE] = previousClose;
  state[RISES] = rises;
  state[FALLS] = falls;
}

function share(rises: number, falls: number): number {
  const both = rises + falls;
  return both > 0 ? 100 * (rises / both) : 50;
}

/**
 * Computes the RSI of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default RSI_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns one value per bar within 0…100; NaN for the first `period` rows.
 * @throws {UsageError} when `period` is not an integer ≥ 2, or the column has another length.
 * @example
 * rsi(bars)[259].toFixed(2); // → '97.23'
 */
export function rsi(bars: Candles, config: RsiConfig = RSI_DEFAULTS, into?: Float64Array): Float64Array {
  const { period } = check(config);
  const column = givenColumn('into', bars.length, into);
  advance(new Float64Array(SLOTS), period, bars.close, column);
  return column;
}

/**
 * Creates the stream of the RSI, equal to {@link rsi} to the bit.
 *
 * @param config parameters. @default RSI_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createRsi().next(barAt(bars, 0)).rsi; // → NaN
 */
export function createRsi(config: RsiConfig = RSI_DEFAULTS, resume?: RsiSnapshot): Stream<Bar, RsiPoint, RsiSnapshot> {
  const { period } = check(config);
  const state = stateFrom(config, SLOTS, resume);
  const forming = new Float64Array(SLOTS);
  const close = new Float64Array(1);
  const rsi = new Float64Array(1);

  const feed = (to: Float64Array, bar: Bar, point: Mutable<RsiPoint>): void => {
    close[0] = bar.close;
    advance(to, period, close, rsi);
    point.rsi = rsi[0]!;
  };
  return columnStream({ ...OF_SLOTS, config, state, forming, empty: () => ({ rsi: NaN }), feed }, resume);
}
