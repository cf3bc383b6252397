/** Definition of quantile and percentile rank that the whole library uses (`rank/1`). */

import { within } from './check.ts';
import { shown, UsageError } from './errors.ts';

function assertNumbers(values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) throw new UsageError(`row ${i + 1} expected a number, got ${shown(values[i])}`);
  }
}

/** Value at share `p` of ascending numbers, interpolated between neighbours. */
function interpolated(sorted: ArrayLike<number>, length: number, p: number): number {
  const position = (length - 1) * p;
  const below = Math.floor(position);
  const share = position - below;
  // At a share of 0 the neighbour is not read: it may be infinite, and ∞ · 0 is NaN.
  return share === 0 ? sorted[below]! : sorted[below]! + share * (sorted[below + 1]! - sorted[below]!);
}

/**
 * Quantile of ascending numbers, type 7: linear between the order statistics, as in NumPy and R by default.
 *
 * @param sorted ascending numbers; the order is not checked.
 * @param p share within 0…1.
 * @param length number of leading values to use. @default all
 * @returns NaN without values.
 * @throws {UsageError} when `p` is outside 0…1.
 * @source R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages, American Statistician 50, 1996.
 * @example
 * quantileSorted([1, 2, 3, 4], 0.25); // → 1.75
 */
export function quantileSorted(sorted: ArrayLike<number>, p: number, length: number = sorted.length): number {
  within('p', p, 0, 1);
  return length === 0 ? NaN : interpolated(sorted, length, p);
}

/**
 * Computes {@link quantileSorted} of numbers in any order.
 *
 * @param p share below the quantile, 0…1.
 * @returns a number in the unit of the values; NaN without values.
 * @throws {UsageError} when a value is NaN; the message names its row.
 * @example
 * quantile([4, 1, 3, 2], 0.5); // → 2.5
 */
export function quantile(values: ArrayLike<number>, p: number): number {
  assertNumbers(values);
  return quantileSorted(Float64Array.from(values).sort(), p);
}

/**
 * Percentile rank of `value` among `values`: `100·(#{x < v} + ½·#{x = v})/n`. Ties get the middle rank.
 *
 * @returns 0…100; NaN without values, 50 when all equal `value`.
 * @throws {UsageError} when a value is NaN; the message names its row.
 * @example
 * percentRank(3, [1, 2, 3, 4]); // → 62.5
 */
export function percentRank(value: number, values: ArrayLike<number>): number {
  assertNumbers(values);
  within('value', value, -Number.MAX_VALUE, Number.MAX_VALUE);
  let below = 0;
  let equal = 0;
  for (let i = 0; i < values.length; i++) {
    const other = values[i]!;
    below += Number(other < value);
    equal += Number(other === value);
  }
  return values.length === 0 ? NaN : (100 * (below + 0.5 * equal)) / values.length;
}

/**
 * Standard deviation of a normal distribution over its median absolute deviation (and, below, over its interquartile
 * range).
 */
const NORMAL_MAD = 1.4826;
/** Interquartile range of a normal distribution, in standard deviations. */
const NORMAL_IQR = 1.349;

/**
 * Median level of values, and their usual distance from it. Both are in the unit of the values: `median`, and `scale`,
 * the robust standard deviation.
 */
export interface UsualLevel {
  readonly median: number;
  /** Robust standard deviation; 0 when the values are nearly constant. */
  readonly scale: number;
}

/**
 * Computes median and robust standard deviation: 1.4826 median absolute deviations, or the interquartile range over
 * 1.349 when most values are equal. Both are NaN without values.
 *
 * @throws {UsageError} when a value is NaN; the message names its row.
 * @source P. J. Rousseeuw and C. Croux, Alternatives to the median absolute deviation, JASA 88, 1993.
 * @example
 * const { median, scale } = usualLevel([1, 2, 3, 4, 100]);
 * [median, scale]; // → [ 3, 1.4826 ]
 */
export function usualLevel(values: ArrayLike<number>): UsualLevel {
  const median = quantile(values, 0.5);
  const mad = quantile(
    Float64Array.from(values, (value) => Math.abs(value - median)),
    0.5,
  );
  const scale = mad > 0 ? NORMAL_MAD * mad : (quantile(values, 0.75) - quantile(values, 0.25)) / NORMAL_IQR;
  return { median, scale };
}
