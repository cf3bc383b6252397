/**
 * Proper scores of forecasts: their mean is lowest for the true distribution. Lower is better.
 *
 * @source T. Gneiting, A. E. Raftery, Strictly proper scoring rules, prediction, and estimation, Journal of the
 * American Statistical Association 102, 2007 (log score, Brier score). R. Koenker, G. Bassett, Regression quantiles,
 * Econometrica 46, 1978 (pinball loss). A. J. Patton, Volatility forecast comparison using imperfect volatility
 * proxies, Journal of Econometrics 160, 2011 (QLIKE in the form that is 0 for a perfect forecast).
 */

import { integerAtLeast, within } from './check.ts';
import { UsageError } from './errors.ts';

/** Floor of probabilities: an outcome that was called impossible must not make the mean infinite. */
const LEAST = 1e-12;

/** Probability of the class that occurred, checked. */
function probabilityOf(probabilities: ArrayLike<number>, came: number): number {
  integerAtLeast('came', came, 0);
  if (came >= probabilities.length) {
    throw new UsageError(`"came" expected a class below ${probabilities.length}, got ${came}`);
  }
  return within('probabilities[came]', probabilities[came]!, 0, 1);
}

/**
 * Log score of a distribution over classes: `−ln p` of the class that occurred, nats. Probabilities count as at least
 * 1e-12.
 *
 * @param probabilities one per class, 0…1.
 * @param came index of the class that occurred.
 * @throws {UsageError} when the forecast lacks the class, or a probability is outside [0, 1].
 * @example
 * logScore([0.25, 0.75], 1).toFixed(4); // → '0.2877'
 */
export function logScore(probabilities: ArrayLike<number>, came: number): number {
  return -Math.log(Math.max(probabilityOf(probabilities, came), LEAST));
}

/**
 * Brier score of a distribution over classes: squared distance to the class that occurred, from 0 to 2.
 *
 * @param probabilities one per class, 0…1.
 * @param came index of the class that occurred.
 * @throws {UsageError} when the forecast lacks the class, or a probability is outside [0, 1].
 * @example
 * brierScore([0.25, 0.75], 1); // → 0.125
 */
export function brierScore(probabilities: ArrayLike<number>, came: number): number {
  probabilityOf(probabilities, came);
  let sum = 0;
  for (let k = 0; k < probabilities.length; k++) sum += (probabilities[k]! - Number(k === came)) ** 2;
  return sum;
}

/**
 * QLIKE of one forecast: `x/h − ln(x/h) − 1`, at least 0, and 0 when both are equal.
 *
 * @param realised realised variance, > 0, in any unit.
 * @param forecast forecast variance, > 0, in the same unit.
 * @returns NaN when either is not above 0: the logarithm is undefined.
 * @example
 * [qlike(1, 1), qlike(2, 1).toFixed(4), qlike(1, 2).toFixed(4)]; // → [ 0, '0.3069', '0.1931' ]
 */
export function qlike(realised: number, forecast: number): number {
  if (!(realised > 0 && forecast > 0)) return NaN;
  const ratio = realised / forecast;
  return ratio - Math.log(ratio) - 1;
}

/**
 * Pinball loss of a quantile, in the unit of the outcome: its mean is lowest at the true quantile.
 *
 * @param outcome the observed value, any unit.
 * @param quantile the forecast, in the unit of the outcome.
 * @param share probability below the quantile, in (0, 1).
 * @throws {UsageError} when the share is outside (0, 1).
 * @example
 * [pinball(3, 1, 0.9), pinball(1, 3, 0.9).toFixed(1)]; // → [ 1.8, '0.2' ]
 */
export function pinball(outcome: number, quantile: number, share: number): number {
  if (!(share > 0 && share < 1)) throw new UsageError(`"share" expected a number in (0, 1), got ${share}`);
  const miss = outcome - quantile;
  return miss >= 0 ? share * miss : (share - 1) * miss;
}

/** Forecast of the lower tail of one outcome. */
export interface TailForecast {
  /** Return that the outcome falls below with probability `level`; < 0. */
  readonly quantile: number;
  /** Mean return below the quantile; at most the quantile. */
  readonly shortfall: number;
}

/**
 * FZ0 loss of a pair of quantile and expected shortfall: its mean is lowest at the true pair. Lower is better.
 *
 * @param outcome the observed return, in the unit of the forecast.
 * @param level probability below the quantile, in (0, 1).
 * @returns NaN unless `shortfall ≤ quantile < 0`, where the loss is defined.
 * @throws {UsageError} when the level is outside (0, 1).
 * @source A. J. Patton, J. F. Ziegel, R. Chen, Dynamic semiparametric models for expected shortfall (and
 * value-at-risk), Journal of Econometrics 211, 2019.
 * @example
 * fz0Loss(-0.03, { quantile: -0.02, shortfall: -0.025 }, 0.05).toFixed(3); // → '4.111'
 */
export function fz0Loss(outcome: number, { quantile, shortfall }: TailForecast, level: number): number {
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
  if (!(shortfall <= quantile && quantile < 0)) return NaN;
  const excess = outcome <= quantile ? (quantile - outcome) / (level * shortfall) : 0;
  return quantile / shortfall - excess + Math.log(-shortfall) - 1;
}
