/** Piecewise linear score map whose knots may rise and fall, for inputs that are best in the middle. */

import { finite } from './check.ts';
import { UsageError } from './errors.ts';
import { scoreMap, type Knot } from './score-map.ts';

/**
 * Map through `knots`, flat outside them. Each monotone run is a {@link scoreMap}, so it is monotone to the last bit.
 *
 * @param knots at least one, x strictly ascending, finite scores in any order.
 * @returns a function of x; NaN for NaN.
 * @throws {UsageError} when x does not ascend or a score is not finite; the message names the knot.
 * @example
 * const greed = bendMap([[0, 5], [75, 80], [100, 60]]);
 * greed(100); // 60: extreme greed scores less than greed
 */
export function bendMap(knots: readonly Knot[]): (x: number) => number {
  if (knots.length === 0) throw new UsageError('"knots" expected at least one knot, got none');
  knots.forEach(([x, score], i) => {
    finite(`knots[${i}] x`, x);
    finite(`knots[${i}] score`, score);
    const previous = knots[i - 1];
    if (previous !== undefined && x <= previous[0]) {
      throw new UsageError(`"knots[${i}] x" expected a number above ${previous[0]}, got ${x}`);
    }
  });
  const pieces = monotonePieces(knots).map((piece) => ({ end: piece.at(-1)![0], map: scoreMap(piece) }));
  const last = pieces.at(-1)!.map;
  return (x) => (pieces.find(({ end }) => x <= end)?.map ?? last)(x);
}

/**
 * Returns whether the scores of a map change direction; laws of monotone maps then do not apply.
 *
 * @example
 * bends([[0, 0], [5, 10], [9, 2]]); // → true
 */
export function bends(knots: readonly Knot[]): boolean {
  return monotonePieces(knots).length > 1;
}

/** Monotone runs of knots; each begins with the last knot of the run before. */
function monotonePieces(knots: readonly Knot[]): readonly (readonly Knot[])[] {
  const pieces: Knot[][] = [[knots[0]!]];
  let direction = 0;
  for (let i = 1; i < knots.length; i++) {
    const turn = Math.sign(knots[i]![1] - knots[i - 1]![1]);
    if (turn * direction < 0) {
      pieces.push([knots[i - 1]!]);
      direction = 0;
    }
    pieces.at(-1)!.push(knots[i]!);
    direction = direction === 0 ? turn : direction;
  }
  return pieces;
}
