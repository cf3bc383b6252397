/**
 * True range: how far a bar moved, the gap from the previous close included.
 *
 * Written as the range of the bar stretched to the previous close, which is the same number as Wilder's greatest of
 * three differences, to the bit: rounding is monotone, so `fl(max − min)` is the greatest of the rounded differences.
 *
 * @returns price units, ≥ 0.
 * @source J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978, "True Range".
 * @example
 * trueRange(105, 101, 100); // → 5
 */
export function trueRange(high: number, low: number, previousClose: number): number {
  return Math.max(high, previousClose) - Math.min(low, previousClose);
}
