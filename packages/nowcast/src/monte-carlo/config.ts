/** Parameters of the Monte Carlo, by version. */

import { deepFreeze, integerAtLeast, shown, UsageError, within } from '@barograph/core';
import { positive } from '../check.ts';
import type { Regime } from '../regimes.ts';

/** Parameters of the simulated day. */
export interface MonteCarloConfig {
  /** Version in the seed and every output. A changed number needs a new version. */
  readonly version: `monte_carlo/${string}`;
  /** Number of paths; even, because paths come in mirrored pairs. */
  readonly paths: number;
  /** Hours ahead. */
  readonly steps: number;
  /** Halflife of the variance within a path, hours: that of the volatility which scales residuals. */
  readonly halflife: number;
  /** Share of the long-run variance mixed in every hour. */
  readonly reversion: number;
  /** Bound of residuals in a pool. */
  readonly residualBound: number;
  /** Fewest hours of a state for a pool of its own. */
  readonly leastPool: number;
  /** Most residuals of a pool. */
  readonly poolSize: number;
  /** Shares of the published return quantiles, ascending. */
  readonly shares: readonly number[];
  /** Fall from a peak, as a share of the price, above which it counts as a drawdown. */
  readonly drawdown: number;
  /** Label whose visit is forecast. */
  readonly visit: Regime;
  /**
   * `expected`: paths are rescaled so that their mean variance is that of the expected volatility, and each pair by a
   * log-normal factor as wide as the error of that forecast. Absent: the recursion sets the size.
   */
  readonly scale?: 'expected';
  /** `all`: one pool for all states. Absent: a state with enough hours has its own. */
  readonly pools?: 'all';
}

/**
 * Version 1. A reversion of a twentieth an hour did better than 0.015 in each of three periods of BTC from 2019 to
 * 2024, by the score of the whole distribution and by that of the drawdown.
 */
export const MONTE_CARLO_V1: MonteCarloConfig = deepFreeze({
  version: 'monte_carlo/1',
  paths: 4_000,
  steps: 24,
  halflife: 24,
  reversion: 0.05,
  residualBound: 12,
  leastPool: 300,
  poolSize: 512,
  shares: [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99],
  drawdown: 0.05,
  visit: 'vol_spike',
});

/**
 * Version 2: rescaled by HAR+, with one pool. With a pool per state, or without rescaling, the Brier score of a
 * drawdown was higher on most of nine series, and tails were no better (docs/chapters/nowcast.md).
 */
export const MONTE_CARLO_V2: MonteCarloConfig = deepFreeze({
  ...MONTE_CARLO_V1,
  version: 'monte_carlo/2',
  scale: 'expected',
  pools: 'all',
});

/**
 * Returns the config of a version named in a model file.
 *
 * @throws {UsageError} when the version is unknown.
 * @example
 * monteCarloNamed('monte_carlo/2').paths; // → 4000
 */
export function monteCarloNamed(version: MonteCarloConfig['version']): MonteCarloConfig {
  const known = [MONTE_CARLO_V1, MONTE_CARLO_V2];
  const found = known.find((config) => config.version === version);
  if (found !== undefined) return found;
  throw new UsageError(
    `"monteCarlo" expected ${known.map((config) => config.version).join(' or ')}, got ${shown(version)}`,
  );
}

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkMonteCarloConfig(MONTE_CARLO_V1) === MONTE_CARLO_V1; // → true
 */
export function checkMonteCarloConfig(config: MonteCarloConfig): MonteCarloConfig {
  for (const field of ['steps', 'leastPool', 'poolSize'] as const) integerAtLeast(field, config[field], 1);
  if (integerAtLeast('paths', config.paths, 2) % 2 === 1) {
    throw new UsageError(`"paths" expected an even number, got ${config.paths}`);
  }
  for (const field of ['halflife', 'residualBound'] as const) positive(field, config[field]);
  for (const [field, value, only] of [
    ['scale', config.scale, 'expected'],
    ['pools', config.pools, 'all'],
  ] as const) {
    if (value !== undefined && value !== only) {
      throw new UsageError(`"${field}" expected ${only} or nothing, got ${shown(value)}`);
    }
  }
  within('reversion', config.reversion, 0, 1);
  within('drawdown', config.drawdown, 0, 0.999);
  config.shares.forEach((share, i) => within(`shares[${i}]`, share, config.shares[i - 1] ?? 0, 1));
  return config;
}
