/** The numbers of the simulation, by version. */

import { integerAtLeast, UsageError, within } from '@barograph/core';

export interface MonteCarloConfig {
  readonly version: `mc/${string}`;
  /** Pairs of antithetic paths. */
  readonly pairs: number;
  /** Hours. */
  readonly steps: number;
  /** Halflife in hours of the variance recursion. */
  readonly halflife: number;
  /** Share of the long-run variance that is mixed in at every step. */
  readonly reversion: number;
  /** A drawdown of more than this counts. */
  readonly drawdown: number;
  readonly quantiles: readonly number[];
}

export const MONTE_CARLO_V1: MonteCarloConfig = Object.freeze({
  version: 'mc/1',
  pairs: 2_000,
  steps: 24,
  halflife: 24,
  reversion: 0.015,
  drawdown: 0.05,
  quantiles: Object.freeze([0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]),
});

/** @throws {UsageError} naming the field that is wrong, what was expected and what came. */
export function checkMonteCarloConfig(config: MonteCarloConfig): MonteCarloConfig {
  integerAtLeast('pairs', config.pairs, 1);
  integerAtLeast('steps', config.steps, 1);
  within('reversion', config.reversion, 0, 1);
  within('drawdown', config.drawdown, 0, 1);
  config.quantiles.forEach((p, i) => within(`quantiles[${i}]`, p, 0, 1));
  if (!(config.halflife > 0)) throw new UsageError(`"halflife" expected a number > 0, got ${config.halflife}`);
  return config;
}
