/**
 * p-values by simulation of the null hypothesis, for samples in which a limit law is a poor guide: few hits, fat tails.
 *
 * @source J.-M. Dufour, Monte Carlo tests with nuisance parameters, Journal of Econometrics 133, 2006: with the observed
 * statistic counted among the draws, the test is never too liberal.
 */

import { deepFreeze, integerAtLeast } from '@barograph/core';
import seedrandom from 'seedrandom';

/** Numbers of a simulation. */
export interface SimulationConfig {
  /** Travels into the seed. A changed number is a new version. */
  readonly version: `simulated_p/${string}`;
  readonly draws: number;
}

/** Version 1: the least p-value is 0.0005. */
export const SIMULATED_P_V1: SimulationConfig = deepFreeze({ version: 'simulated_p/1', draws: 1_999 });

/** Statistics that differ by less are equal: sums in another order. */
const EQUAL = 1e-9;

/**
 * Share of simulated statistics that are at least as large as the observed one, which counts as a draw.
 *
 * @param observed statistic of the data, in the unit of the simulated ones.
 * @param statistic simulates one statistic under the null hypothesis, from uniform numbers in [0, 1).
 * @param salt separates the draws of two tests.
 * @param config parameters. @default SIMULATED_P_V1
 * @throws {UsageError} no draws.
 * @example
 * simulatedP(0.9, (uniform) => uniform(), 'docs').toFixed(1); // → '0.1'
 */
export function simulatedP(
  observed: number,
  statistic: (uniform: () => number) => number,
  salt: string,
  { version, draws }: SimulationConfig = SIMULATED_P_V1,
): number {
  integerAtLeast('draws', draws, 1);
  if (Number.isNaN(observed)) return NaN;
  const uniform = seedrandom.alea(`${version}|${salt}`);
  const least = observed - EQUAL * Math.max(1, Math.abs(observed));
  let reached = 1;
  for (let draw = 0; draw < draws; draw++) if (statistic(uniform) >= least) reached++;
  return reached / (draws + 1);
}
