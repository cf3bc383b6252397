/**
 * True range: the range of a bar including the gap from the previous close.
 *
 * Computed as the range of the bar extended to the previous close. This equals Wilder's greatest of three differences
 * to the bit: rounding is monotone, so `fl(max − min)` is the greatest of the rounded differences.
 *
 * @param previousClose close of the bar before, in the same price units; NaN gives NaN.
 * @returns price units, ≥ 0.
 * @source J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978, "True Range".
 * @example
 * trueRange(105, 101, 100); // → 5
 */
export function trueRange(high: number, low: number, previousClose: number): number {
  return Math.max(high, previousClose) - Math.min(low, previousClose);
}
