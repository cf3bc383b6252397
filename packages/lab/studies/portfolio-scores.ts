/** Scores of forecasts of a book's lower tail. */

import {
  acerbiSzekely,
  christoffersen,
  confidenceSet,
  fz0Loss,
  kupiec,
  type CoverageTest,
  type SimulationConfig,
  type StationaryBootstrapConfig,
} from '../src/index.ts';
import { STEPS, type StudyTail } from './portfolio-tails.ts';

/** Draws of the simulated p-values of a study with thousands of tests. */
export const SIMULATION: SimulationConfig = { version: 'simulated_p/study', draws: 199 };

/** Scores of one model on one book, at one level. */
export interface TailScore {
  readonly rows: number;
  readonly hits: number;
  /** Kupiec's and Christoffersen's p-values, simulated. */
  readonly coverage: number;
  readonly conditional: number;
  /** Second test of Acerbi and Székely. */
  readonly z2: number;
  readonly shortfall: number;
  /** Mean FZ0 loss. */
  readonly fz0: number;
  readonly losses: Float64Array;
}

const kupiecs = new Map<string, CoverageTest>();

/** Kupiec's p depends on the number of hits alone. */
function kupiecOf(hits: number, rows: number, level: number): CoverageTest {
  const key = `${hits}|${rows}|${level}`;
  const known = kupiecs.get(key) ?? kupiec(hits, rows, level, SIMULATION);
  kupiecs.set(key, known);
  return known;
}

/**
 * @param outcomes returns of the book, by bar.
 * @param tails forecasts of the same bars.
 * @throws {UsageError} a forecast without `shortfall ≤ quantile < 0`.
 */
export function tailScore(outcomes: Float64Array, tails: readonly StudyTail[], level: number): TailScore {
  const isHit = Array.from(outcomes, (outcome, k) => outcome < tails[k]!.quantile);
  const hits = isHit.filter(Boolean).length;
  const draw = (k: number, uniform: () => number): number => {
    const u = uniform();
    return u >= level ? 0 : Math.min(tails[k]!.steps[Math.floor((u / level) * STEPS)]!, tails[k]!.quantile - 1e-12);
  };
  const { statistic, simulated } = acerbiSzekely(outcomes, tails, level, draw, SIMULATION);
  const losses = outcomes.map((outcome, k) => fz0Loss(outcome, tails[k]!, level));
  return {
    rows: outcomes.length,
    hits,
    coverage: kupiecOf(hits, outcomes.length, level).simulated,
    conditional: christoffersen(isHit, level, SIMULATION).conditionalCoverage.simulated,
    z2: statistic,
    shortfall: simulated,
    fz0: losses.reduce((sum, loss) => sum + loss, 0) / losses.length,
    losses,
  };
}

/** p-values of the confidence set of each model by FZ0. */
export function setOf(
  losses: Readonly<Record<string, Float64Array>>,
  bootstrap: StationaryBootstrapConfig,
): Readonly<Record<string, { readonly p: number; readonly inSet: boolean }>> {
  const members = confidenceSet(losses, { level: 0.9, bootstrap });
  return Object.fromEntries(members.map(({ name, p, inSet }) => [name, { p, inSet }]));
}

/**
 * Probability that the share of hits of a perfect forecast lies within a distance of the level, with independent rows.
 */
export function chanceWithin(rows: number, level: number, distance: number): number {
  let log = rows * Math.log1p(-level);
  let sum = 0;
  for (let hits = 0; hits <= rows; hits++) {
    if (Math.abs(hits / rows - level) <= distance + 1e-12) sum += Math.exp(log);
    log += Math.log((rows - hits) / (hits + 1)) + Math.log(level / (1 - level));
  }
  return sum;
}
