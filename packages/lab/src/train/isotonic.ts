/**
 * Isotonic regression by pooling adjacent violators.
 *
 * @source M. Ayer et al., An empirical distribution function for sampling with incomplete information, Annals of
 * Mathematical Statistics 26, 1955. As calibration: B. Zadrozny, C. Elkan, Transforming classifier scores into accurate
 * multiclass probability estimates, KDD 2002.
 */

import { finite, UsageError, type Knot } from '@barograph/core';

interface Pool {
  value: number;
  weight: number;
  /** Weighted mean of x. */
  centre: number;
  count: number;
}

function pools(points: Iterable<Pool>): Pool[] {
  const stack: Pool[] = [];
  for (const point of points) {
    let pool = point;
    for (let last = stack.at(-1); last !== undefined && last.value >= pool.value; last = stack.at(-1)) {
      stack.pop();
      const weight = last.weight + pool.weight;
      pool = {
        value: (last.value * last.weight + pool.value * pool.weight) / weight,
        weight,
        centre: (last.centre * last.weight + pool.centre * pool.weight) / weight,
        count: last.count + pool.count,
      };
    }
    stack.push(pool);
  }
  return stack;
}

/**
 * The non-decreasing list nearest to `values` in least squares.
 * @throws {UsageError} when a value is not finite; the message names its index.
 *
 * @example
 * poolAdjacentViolators([1, 3, 2, 4]); // → [ 1, 2.5, 2.5, 4 ]
 */
export function poolAdjacentViolators(values: readonly number[]): number[] {
  const points = values.map((value, i) => ({ value: finite(`values[${i}]`, value), weight: 1, centre: i, count: 1 }));
  return pools(points).flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}

/**
 * The non-decreasing map from x to the mean of y, as knots for `scoreMap`: one per pool, at its mean x. Equal x are one
 * point.
 *
 * @param x one number per point, in any order.
 * @param y one number per point.
 * @throws {UsageError} lists of different lengths, none, or a number that is not finite.
 * @example
 * fitIsotonic([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1]); // → [ [ 0.1, 0 ], [ 0.5, 0.5 ], [ 0.9, 1 ] ]
 */
export function fitIsotonic(x: ArrayLike<number>, y: ArrayLike<number>): readonly Knot[] {
  if (x.length === 0 || x.length !== y.length) {
    throw new UsageError(`"x" and "y" expected as many numbers each, at least one, got ${x.length} and ${y.length}`);
  }
  const order = Array.from({ length: x.length }, (_, i) => i).sort((a, b) => x[a]! - x[b]!);
  const merged: Pool[] = [];
  for (const i of order) {
    const [at, value] = [finite(`x[${i}]`, x[i]), finite(`y[${i}]`, y[i])];
    const last = merged.at(-1);
    if (last?.centre === at) {
      last.value = (last.value * last.weight + value) / (last.weight + 1);
      last.weight++;
      last.count++;
    } else {
      merged.push({ value, weight: 1, centre: at, count: 1 });
    }
  }
  return pools(merged).map(({ centre, value }): Knot => [centre, value]);
}
