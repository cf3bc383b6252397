/**
 * Losses of variance forecasts. Both rank forecasts by the true variance although only a noisy, unbiased measure of it is
 * observed; QLIKE is less sensitive to single large outcomes.
 *
 * @source A. J. Patton, Volatility forecast comparison using imperfect volatility proxies, Journal of Econometrics 160,
 * 2011: the two robust losses, QLIKE in the form that is 0 for a perfect forecast.
 */

export { qlike } from '@barograph/core';

/**
 * Squared error of a variance forecast, in the square of its unit.
 * @param realised variance that came.
 * @param forecast variance that was forecast, in the same unit.
 *
 * @example
 * squaredError(3, 1); // → 4
 */
export function squaredError(realised: number, forecast: number): number {
  return (realised - forecast) ** 2;
}
