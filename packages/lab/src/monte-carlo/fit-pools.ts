/** Residual pools from training hours. For research only: smoothed states use future rows. */

import { clamp, UsageError } from '@barograph/core';
import { MONTE_CARLO_V1, type MonteCarloConfig, type ResidualPools, type Smoothed } from '@barograph/nowcast';
import { checkMonteCarloConfig } from '@barograph/nowcast/parts';

/** One history: the market's, or a coin's. */
export interface ResidualHistory {
  /** Log return per hour over the volatility (halflife 24) at the previous close; NaN when either is unknown. */
  readonly residuals: ArrayLike<number>;
  readonly smoothed: Smoothed;
}

/**
 * Assigns every residual to the pool of its hour's most likely state.
 *
 * Pools are centred, clipped, thinned to {@link MonteCarloConfig.poolSize} residuals, and divided by the standard deviation
 * of all hours. An average of squares is a noisy scale, so the mean of r²/h exceeds 1 even if r² has mean h; without the
 * division the variance would grow along every path.
 *
 * @param config parameters. @default MONTE_CARLO_V1
 * @throws {UsageError} when histories differ in model or length, or there is no residual.
 * @example
 * const { close } = hours;
 * const { h24 } = returnVolatility(close);
 * const residuals = close.map((price, t) => Math.log(price / close[t - 1]) / h24[t - 1]);
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const smoothed = smooth(model.hmm, filter(model.hmm, rows));
 * fitResidualPools([{ residuals, smoothed }]).all.length; // → 512
 */
export function fitResidualPools(
  histories: readonly ResidualHistory[],
  config: MonteCarloConfig = MONTE_CARLO_V1,
): ResidualPools {
  checkMonteCarloConfig(config);
  const states = statesOf(histories);
  const pools = Array.from({ length: states }, (): number[] => []);
  for (const { residuals, smoothed } of histories) {
    for (let t = 0; t < residuals.length; t++) {
      const residual = residuals[t]!;
      // Without volatility the residual is 0/0 or x/0 and is skipped.
      if (Number.isFinite(residual)) pools[likeliest(smoothed.probabilities, t, states)]!.push(residual);
    }
  }
  const whole = pools.flat();
  if (whole.length === 0) throw new UsageError('"histories" expected at least one residual, got none');
  const all = pooled(whole, config);
  const unit = deviation(all, mean(all));
  const inUnits = (pool: readonly number[]): number[] => pool.map((residual) => (unit === 0 ? 0 : residual / unit));
  return {
    all: inUnits(all),
    states: pools.map((pool) =>
      config.pools === 'all' || pool.length < config.leastPool ? null : inUnits(pooled(pool, config)),
    ),
  };
}

function statesOf(histories: readonly ResidualHistory[]): number {
  const widths = histories.map(({ residuals, smoothed }, i) => {
    if (residuals.length !== smoothed.length) {
      throw new UsageError(`"histories[${i}].residuals" expected ${smoothed.length} hours, got ${residuals.length}`);
    }
    return smoothed.probabilities.length / smoothed.length;
  });
  const [first = 0] = widths;
  const other = widths.findIndex((width) => width !== first);
  if (other > 0) {
    throw new UsageError(`"histories[${other}].smoothed" expected ${first} latent states, got ${widths[other]}`);
  }
  return first;
}

function likeliest(probabilities: Float64Array, t: number, states: number): number {
  let best = t * states;
  for (let at = best + 1; at < (t + 1) * states; at++) if (probabilities[at]! > probabilities[best]!) best = at;
  return best - t * states;
}

function pooled(residuals: readonly number[], { residualBound, poolSize }: MonteCarloConfig): number[] {
  const centre = mean(residuals);
  const clipped = residuals.map((residual) => clamp(residual - centre, -residualBound, residualBound));
  return thinned(
    clipped.sort((a, b) => a - b),
    poolSize,
  );
}

/**
 * Replaces ascending numbers by at most `count`: means of equal parts, rescaled to keep mean and variance. Quantiles would
 * cut the tails and reduce the variance.
 */
function thinned(sorted: readonly number[], count: number): number[] {
  if (sorted.length <= count) return [...sorted];
  const bound = (i: number): number => Math.floor((i * sorted.length) / count);
  // Sorted: means of equal numbers differ in their last bit.
  const means = Array.from({ length: count }, (_, i) => mean(sorted.slice(bound(i), bound(i + 1)))).sort(
    (a, b) => a - b,
  );
  const [from, to] = [mean(means), mean(sorted)];
  const spread = deviation(means, from);
  const factor = spread === 0 ? 1 : deviation(sorted, to) / spread;
  return means.map((value) => to + factor * (value - from));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[], centre: number): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length);
}
