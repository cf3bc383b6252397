/**
 * Scores of quantiles and of whole distributions, in the unit of the outcome; lower is better.
 *
 * @source R. Koenker, G. Bassett, Regression quantiles, Econometrica 46, 1978 (pinball loss). T. Gneiting, A. E. Raftery,
 * Strictly proper scoring rules, prediction, and estimation, Journal of the American Statistical Association 102, 2007
 * (CRPS of a sample, equation 21). F. Laio, S. Tamea, Hydrology and Earth System Sciences 11, 2007 (CRPS as the integral of
 * twice the pinball loss over all quantiles).
 */

import { pinball, UsageError } from '@barograph/core';

export { pinball };

/**
 * CRPS of a sample, `mean |X − y| − ½·mean |X − X′|`, over all pairs of draws.
 *
 * @param sample draws of the forecast, ascending; at least one.
 * @param outcome the value that came, in the unit of the draws.
 * @throws {UsageError} an empty sample, or one that does not ascend.
 * @example
 * [crpsOfSample([2], 5), crpsOfSample([1, 3], 2)]; // → [ 3, 0.5 ]
 */
export function crpsOfSample(sample: ArrayLike<number>, outcome: number): number {
  const n = sample.length;
  if (n === 0) throw new UsageError('"sample" expected at least one draw, got none');
  let [distance, spread] = [0, 0];
  for (let i = 0; i < n; i++) {
    if (sample[i]! < (sample[i - 1] ?? -Infinity)) {
      throw new UsageError(`"sample" expected ascending draws, got ${sample[i]} after ${sample[i - 1]}`);
    }
    distance += Math.abs(sample[i]! - outcome);
    // Each draw is the larger one of a pair i times and the smaller one n − 1 − i times.
    spread += (2 * i - n + 1) * sample[i]!;
  }
  return distance / n - spread / (n * n);
}

/** One quantile of a forecast. */
export interface ForecastQuantile {
  /** Probability below it, in (0, 1). */
  readonly share: number;
  /** Quantile, in the unit of the outcome. */
  readonly value: number;
}

/**
 * CRPS of a forecast that is known by some quantiles: twice the pinball loss, integrated over the shares. Each quantile
 * represents the shares nearer to it than to its neighbours, so evenly spread shares `(i − ½)/n` give the CRPS of a sample.
 *
 * @param quantiles by ascending share; at least one.
 * @param outcome the value that came, in the unit of the quantiles.
 * @throws {UsageError} no quantile, or shares that do not ascend.
 * @example
 * const quartiles = [0.25, 0.5, 0.75].map((share, i) => ({ share, value: i }));
 * crpsOfQuantiles(quartiles, 1).toFixed(4); // → '0.3750'
 */
export function crpsOfQuantiles(quantiles: readonly ForecastQuantile[], outcome: number): number {
  if (quantiles.length === 0) throw new UsageError('"quantiles" expected at least one, got none');
  let [sum, from] = [0, 0];
  quantiles.forEach(({ share, value }, i) => {
    const next = quantiles[i + 1]?.share ?? 2 - share;
    if (!(next > share)) throw new UsageError(`"quantiles" expected ascending shares, got ${next} after ${share}`);
    const to = Math.min(1, (share + next) / 2);
    sum += 2 * (to - from) * pinball(outcome, value, share);
    from = to;
  });
  return sum;
}
