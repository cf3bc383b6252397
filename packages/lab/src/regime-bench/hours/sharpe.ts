/** The Sharpe ratio of a series of returns, and the probability that it is above what the best of several trials without skill has. */

import { normalQuantile } from '@barograph/nowcast/parts';
import { normalBelow } from '../../risk/laws.ts';

/** Euler's constant. */
const EULER = 0.577_215_664_901_532_9;

const meanOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Mean over standard deviation, per period; 0 for returns that are all the same. */
export function sharpe(returns: ArrayLike<number>): number {
  const mean = meanOf(returns);
  const spread = Math.sqrt(meanOf(Array.from(returns, (value) => (value - mean) ** 2)));
  return spread > 0 ? mean / spread : 0;
}

/**
 * Sharpe ratio that the best of several trials without skill has on average.
 *
 * @param trials Sharpe ratios of all trials, per period; at least 2.
 */
export function luckySharpe(trials: readonly number[]): number {
  const mean = meanOf(trials);
  const spread = Math.sqrt(trials.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (trials.length - 1));
  const count = trials.length;
  return spread * ((1 - EULER) * normalQuantile(1 - 1 / count) + EULER * normalQuantile(1 - 1 / (count * Math.E)));
}

/**
 * Deflated Sharpe ratio: the probability that the true ratio is above {@link luckySharpe}, given skewness and kurtosis.
 *
 * @param returns by period.
 * @param trials Sharpe ratios of all trials, this one included, per period.
 * @returns NaN with fewer than two trials.
 * @source D. H. Bailey, M. López de Prado, The deflated Sharpe ratio, Journal of Portfolio Management 40, 2014.
 */
export function deflatedSharpe(returns: ArrayLike<number>, trials: readonly number[]): number {
  if (trials.length < 2) return NaN;
  const ratio = sharpe(returns);
  const mean = meanOf(returns);
  const moment = (power: number): number => meanOf(Array.from(returns, (value) => (value - mean) ** power));
  const variance = moment(2);
  const [skew, kurtosis] = variance > 0 ? [moment(3) / variance ** 1.5, moment(4) / variance ** 2] : [0, 3];
  const width = Math.sqrt(1 - skew * ratio + ((kurtosis - 1) / 4) * ratio ** 2);
  return normalBelow(((ratio - luckySharpe(trials)) * Math.sqrt(returns.length - 1)) / width);
}
