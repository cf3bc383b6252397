/**
 * Losses of variance forecasts. Both rank forecasts by the true variance although only a noisy, unbiased measure of it is
 * observed; QLIKE is less sensitive to single large outcomes.
 *
 * @source A. J. Patton, Volatility forecast comparison using imperfect volatility proxies, Journal of Econometrics 160,
 * 2011: the two robust losses, QLIKE in the form that is 0 for a perfect forecast.
 */

/**
 * QLIKE of one forecast: `x/h − ln(x/h) − 1`, at least 0, and 0 where both are equal.
 *
 * @param realised variance that came, > 0, in any unit.
 * @param forecast variance, > 0, in the same unit.
 * @returns NaN where either is not above 0: the logarithm has no value.
 * @example
 * [qlike(1, 1), qlike(2, 1).toFixed(4), qlike(1, 2).toFixed(4)]; // → [ 0, '0.3069', '0.1931' ]
 */
export function qlike(realised: number, forecast: number): number {
  if (!(realised > 0 && forecast > 0)) return NaN;
  const ratio = realised / forecast;
  return ratio - Math.log(ratio) - 1;
}

/**
 * Squared error of a variance forecast, in the square of its unit.
 *
 * @example
 * squaredError(3, 1); // → 4
 */
export function squaredError(realised: number, forecast: number): number {
  return (realised - forecast) ** 2;
}
