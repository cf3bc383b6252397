/** Grid of the liquidation ladder, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Parameters of the ladder. A changed number needs a new version. */
export interface LadderConfig {
  readonly version: `ladder/${string}`;
  /** Width of a bin, percent of mark. */
  readonly binPct: number;
  /** Range of the grid on either side of mark, percent: a whole number of bins, below 100. */
  readonly rangePct: number;
  /** Largest distance of a flip from mark, percent. */
  readonly flipPct: number;
  /** Levels on either side of mark. */
  readonly levels: number;
}

/** Version 1, as in the contract. */
export const LADDER_V1: LadderConfig = deepFreeze({
  version: 'ladder/1',
  binPct: 0.5,
  rangePct: 50,
  flipPct: 30,
  levels: 3,
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkLadderConfig(LADDER_V1).version; // → 'ladder/1'
 * checkLadderConfig({ ...LADDER_V1, levels: 0 }); // → UsageError: "levels" expected an integer ≥ 1, got 0
 */
export function checkLadderConfig(config: LadderConfig): LadderConfig {
  const { binPct, rangePct, flipPct, levels } = config;
  within('binPct', binPct, 0.01, 50);
  within('rangePct', rangePct, binPct, 99.99);
  if (Math.abs(rangePct / binPct - halfGrid(config)) > 1e-9) {
    throw new UsageError(`"rangePct" expected a multiple of "binPct" ${binPct}, got ${rangePct}`);
  }
  within('flipPct', flipPct, 0, 100);
  integerAtLeast('levels', levels, 1);
  return config;
}

/** Number of bins on either side of mark. */
export function halfGrid({ binPct, rangePct }: LadderConfig): number {
  return Math.round(rangePct / binPct);
}
