/** Converts decimals of any length to the nearest double. */

/**
 * Returns the double nearest to `unscaled` / 10^`scale`. An integer below 2^53 over an exact power of ten is rounded once;
 * other values are parsed by `Number`.
 */
export function decimalOf(unscaled: bigint, scale: number): number {
  const whole = Number(unscaled);
  if (scale === 0) return whole;
  return Math.abs(whole) <= Number.MAX_SAFE_INTEGER && scale <= 22
    ? whole / 10 ** scale
    : Number(`${unscaled}e-${scale}`);
}
