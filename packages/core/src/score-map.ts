/** Score map as data: a piecewise linear map through knots, whose range and direction a reader can see in the table. */

import { finite } from './check.ts';
import { UsageError } from './errors.ts';

/** Knot of a map: input and score. */
export type Knot = readonly [x: number, score: number];

/**
 * Map through `knots`, flat outside them. Monotone to the last bit, because the knots are.
 *
 * @param knots at least one, x strictly ascending, scores all non-decreasing or all non-increasing.
 * @returns a function of x; NaN for NaN.
 * @throws {UsageError} when knots break the order; the message names the first.
 * @example
 * scoreMap([[0, 0], [10, 100]])(4); // → 40
 */
export function scoreMap(knots: readonly Knot[]): (x: number) => number {
  checkKnots(knots);
  const xs = Float64Array.from(knots, ([x]) => x);
  const scores = Float64Array.from(knots, ([, score]) => score);
  const last = xs.length - 1;
  return (x) => {
    if (Number.isNaN(x)) return NaN;
    if (x <= xs[0]!) return scores[0]!;
    if (x >= xs[last]!) return scores[last]!;
    // Last knot at or below x.
    let k = 0;
    for (let left = last; left > 1;) {
      const half = left >> 1;
      k += half * Number(xs[k + half]! <= x);
      left -= half;
    }
    const x0 = xs[k]!;
    const s0 = scores[k]!;
    const s1 = scores[k + 1]!;
    const score = s0 + ((x - x0) / (xs[k + 1]! - x0)) * (s1 - s0);
    // Rounding may overshoot the next knot, and the map would then fall back on reaching it.
    return Math.min(Math.max(score, Math.min(s0, s1)), Math.max(s0, s1));
  };
}

function checkKnots(knots: readonly Knot[]): void {
  if (knots.length === 0) throw new UsageError('"knots" expected at least one knot, got none');
  let direction = 0;
  knots.forEach(([x, score], i) => {
    finite(`knots[${i}] x`, x);
    finite(`knots[${i}] score`, score);
    const previous = knots[i - 1];
    if (previous === undefined) return;
    if (x <= previous[0]) throw new UsageError(`"knots[${i}] x" expected a number above ${previous[0]}, got ${x}`);
    const turn = Math.sign(score - previous[1]);
    if (turn * direction < 0) {
      throw new UsageError(
        `"knots[${i}] score" expected a number that goes on ${direction > 0 ? 'up' : 'down'} from ${previous[1]}, got ${score}`,
      );
    }
    direction = direction === 0 ? turn : direction;
  });
}
