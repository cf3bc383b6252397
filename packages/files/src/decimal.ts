/** Decimals of tables as doubles: the nearest, of however many digits. */

/**
 * The double nearest to `unscaled` / 10^`scale`. An integer below 2^53 over a power of ten that is exact is rounded once; all
 * others go the way of the language.
 */
export function decimalOf(unscaled: bigint, scale: number): number {
  const whole = Number(unscaled);
  if (scale === 0) return whole;
  return Math.abs(whole) <= Number.MAX_SAFE_INTEGER && scale <= 22
    ? whole / 10 ** scale
    : Number(`${unscaled}e-${scale}`);
}
