/** The grid of the liquidation ladder, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Parameters of the ladder. A changed number is a new version. */
export interface LadderConfig {
  readonly version: `ladder/${string}`;
  /** Width of a bin, percent of mark. */
  readonly binPct: number;
  /** Reach of the grid to either side of mark, percent: a whole number of bins, less than 100. */
  readonly rangePct: number;
  /** A flip farther from mark is none, percent. */
  readonly flipPct: number;
  /** Levels to either side of mark. */
  readonly levels: number;
}

/** Version 1: the numbers of the contract. */
export const LADDER_V1: LadderConfig = deepFreeze({
  version: 'ladder/1',
  binPct: 0.5,
  rangePct: 50,
  flipPct: 30,
  levels: 3,
});

/**
 * @returns the config.
 * @throws {UsageError} naming the field, the expected and the actual value.
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

/** Bins to either side of mark. */
export function halfGrid({ binPct, rangePct }: LadderConfig): number {
  return Math.round(rangePct / binPct);
}
