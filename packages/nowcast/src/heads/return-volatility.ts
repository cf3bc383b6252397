/**
 * Exponentially weighted volatilities of hourly returns, for the horizons that the heads compare.
 *
 * @source RiskMetrics, Technical Document, 4th edition, 1996 (exponential weighting about a mean of zero).
 */

import { type KernelSnapshot, type Mutable, snapshotOf, stateFrom, type Stream, UsageError } from '@barograph/core';
import { MOST_MISSING } from '../features/gaps.ts';
import { namedColumns } from '../named-columns.ts';

/** Halflives of the averages of squared returns, in hours. */
export const HALFLIVES = { h6: 6, h24: 24, h48: 48, h360: 360, h720: 720 } as const;

type Horizon = keyof typeof HALFLIVES;

/** Standard deviations of log returns per hour; NaN until defined, and for an hour without a bar. */
export type ReturnVolatility = Readonly<Record<Horizon, number>>;

/** Volatility of returns by halflife, a row per hour. */
export type ReturnVolatilityColumns = Readonly<Record<Horizon, Float64Array>>;

/** JSON-safe state of {@link createReturnVolatility}. */
export type ReturnVolatilitySnapshot = KernelSnapshot<{ readonly version: 'returns/1' }>;

/** Number of returns before the first defined value: a week. */
export const LEAST_RETURNS = 168;

const CONFIG = Object.freeze({ version: 'returns/1' } as const);
const HORIZONS: readonly Horizon[] = ['h6', 'h24', 'h48', 'h360', 'h720'];
const DECAYS: Float64Array = Float64Array.from(HORIZONS, (horizon) => 1 - 2 ** (-1 / HALFLIVES[horizon]));

const RETURNS = 0;
const CLOSE = 1;
const MISSING = 2;
const SQUARES = 3;
const SLOTS: number = SQUARES + HORIZONS.length;

/**
 * Processes one hour: its close, or NaN without a bar. Hours without a bar count as returns of 0.
 *
 * @returns whether the averages are defined.
 */
function advance(state: Float64Array, close: number): boolean {
  const none = Number.isNaN(close);
  state[MISSING] = none ? state[MISSING]! + 1 : 0;
  if (state[MISSING] > MOST_MISSING) state.fill(0, RETURNS, MISSING);
  const before = state[CLOSE]!;
  if (before > 0) {
    const move = none ? 0 : Math.log(close / before);
    const square = move * move;
    const first = state[RETURNS] === 0;
    for (let i = 0; i < DECAYS.length; i++) {
      const average = state[SQUARES + i]!;
      state[SQUARES + i] = first ? square : average + DECAYS[i]! * (square - average);
    }
    state[RETURNS] = state[RETURNS]! + 1;
  }
  if (!none) state[CLOSE] = close;
  return !none && state[RETURNS]! >= LEAST_RETURNS;
}

/** Reads the volatilities of a state into a point. */
function read(state: Float64Array, defined: boolean, into: Mutable<ReturnVolatility>): ReturnVolatility {
  into.h6 = defined ? Math.sqrt(state[SQUARES]!) : NaN;
  into.h24 = defined ? Math.sqrt(state[SQUARES + 1]!) : NaN;
  into.h48 = defined ? Math.sqrt(state[SQUARES + 2]!) : NaN;
  into.h360 = defined ? Math.sqrt(state[SQUARES + 3]!) : NaN;
  into.h720 = defined ? Math.sqrt(state[SQUARES + 4]!) : NaN;
  return into;
}

const point = (): Mutable<ReturnVolatility> => ({ h6: NaN, h24: NaN, h48: NaN, h360: NaN, h720: NaN });

/** Checks that a close is a price or NaN. @throws {UsageError} otherwise. */
function check(close: number): number {
  if (Number.isNaN(close) || (close > 0 && close < Infinity)) return close;
  throw new UsageError(`"close" expected a finite price > 0 or NaN, got ${close}`);
}

/**
 * Computes the volatilities of a series.
 *
 * @param closes one per hour without a break; NaN for an hour without a bar.
 * @param into columns to fill in place of new ones, as many rows, other memory than the closes. @default new ones
 * @throws {UsageError} when a close is not a price or a column has another length.
 * @example
 * const { h24, h720 } = returnVolatility(hours.close);
 * [h24[1_499], h720[1_499]].map((sigma) => (100 * sigma).toFixed(3)); // → [ '0.308', '0.612' ]
 */
export function returnVolatility(closes: ArrayLike<number>, into?: ReturnVolatilityColumns): ReturnVolatilityColumns {
  const columns = namedColumns(HORIZONS, closes.length, into);
  const list = HORIZONS.map((horizon) => columns[horizon]);
  const state = new Float64Array(SLOTS);
  for (let t = 0; t < closes.length; t++) {
    const defined = advance(state, check(closes[t]!));
    for (let i = 0; i < list.length; i++) list[i]![t] = defined ? Math.sqrt(state[SQUARES + i]!) : NaN;
  }
  return columns;
}

/**
 * Creates the stream of {@link returnVolatility}, equal to the bit.
 *
 * @param resume snapshot to resume.
 * @throws {UsageError} when the snapshot has another version or shape, or (from `next` and `peek`) a close is not a
 * price.
 * @example
 * const live = createReturnVolatility();
 * const columns = returnVolatility(hours.close);
 * hours.close.every((close, i) => Object.is(live.next(close).h24, columns.h24[i])); // → true
 */
export function createReturnVolatility(
  resume?: ReturnVolatilitySnapshot,
): Stream<number, ReturnVolatility, ReturnVolatilitySnapshot> {
  const state = stateFrom(CONFIG, SLOTS, resume);
  const forming = new Float64Array(SLOTS);
  return {
    next: (close, into = point()) => read(state, advance(state, check(close)), into),
    peek: (close, into = point()) => {
      forming.set(state);
      return read(forming, advance(forming, check(close)), into);
    },
    snapshot: () => snapshotOf(CONFIG, state),
  };
}
