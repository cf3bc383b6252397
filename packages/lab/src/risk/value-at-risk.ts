/**
 * Tests of a value-at-risk forecast by its hits, the rows whose outcome fell below the quantile: Kupiec's proportion of
 * failures, and Christoffersen's independence and conditional coverage. Each has a p-value of its limit law and a simulated
 * one, which also holds when few hits are expected.
 *
 * @source P. H. Kupiec, Techniques for verifying the accuracy of risk measurement models, Journal of Derivatives 3, 1995.
 * P. F. Christoffersen, Evaluating interval forecasts, International Economic Review 39, 1998.
 */

import { integerAtLeast, UsageError } from '@barograph/core';
import { chiSquareTail } from './laws.ts';
import { SIMULATED_P_V1, simulatedP, type SimulationConfig } from './simulated-p.ts';

/** A likelihood ratio with its p-values. */
export interface CoverageTest {
  readonly statistic: number;
  readonly degrees: number;
  /** By the chi-square law. */
  readonly asymptotic: number;
  /** By simulated sequences of hits. */
  readonly simulated: number;
}

/** `x·ln y`, and 0 where `x` is. */
const timesLog = (x: number, y: number): number => (x === 0 ? 0 : x * Math.log(y));

/** Log likelihood of some hits among some rows. */
const logLikelihood = (hits: number, rows: number, share: number): number =>
  timesLog(hits, share) + timesLog(rows - hits, 1 - share);

const proportionRatio = (hits: number, rows: number, level: number): number =>
  Math.max(0, 2 * (logLikelihood(hits, rows, hits / rows) - logLikelihood(hits, rows, level)));

/**
 * Kupiec's test: whether the share of hits equals the level.
 *
 * @param hits number of hits, 0 to `rows`.
 * @param rows number of forecasts, at least 1.
 * @param level probability of a hit by the forecast, in (0, 1).
 * @param config parameters. @default SIMULATED_P_V1
 * @throws {UsageError} naming the field, the expectation and the value.
 * @example
 * const { statistic, asymptotic, simulated } = kupiec(6, 255, 0.01);
 * [statistic, asymptotic, simulated].map((value) => value.toFixed(3)); // → [ '3.415', '0.065', '0.129' ]
 */
export function kupiec(
  hits: number,
  rows: number,
  level: number,
  config: SimulationConfig = SIMULATED_P_V1,
): CoverageTest {
  integerAtLeast('rows', rows, 1);
  integerAtLeast('hits', hits, 0);
  if (hits > rows) throw new UsageError(`"hits" expected at most ${rows}, got ${hits}`);
  checkLevel(level);
  const draw = (uniform: () => number): number => {
    let count = 0;
    for (let i = 0; i < rows; i++) if (uniform() < level) count++;
    return proportionRatio(count, rows, level);
  };
  return coverageTest(proportionRatio(hits, rows, level), 1, draw, 'kupiec', config);
}

/** Christoffersen's tests of a sequence. */
export interface Christoffersen {
  /** Whether a hit is as likely after a hit as after another row, whatever the level. */
  readonly independence: CoverageTest;
  /** Whether a hit has the probability of the level after both. */
  readonly conditionalCoverage: CoverageTest;
}

/** Numbers of rows by the row before them and by themselves: `[none after none, hit after none, none after hit, hit after hit]`. */
type Transitions = readonly [number, number, number, number];

/**
 * Christoffersen's tests. The first row has no row before it: both likelihoods are of the rows after it, so the statistic
 * of conditional coverage is that of independence plus Kupiec's of those rows.
 *
 * @param hits by time, without gaps: whether the outcome was below the quantile; at least two.
 * @param level probability of a hit by the forecast, in (0, 1).
 * @param config parameters. @default SIMULATED_P_V1
 * @throws {UsageError} fewer than two rows, or a level outside (0, 1).
 * @example
 * const clustered = Array.from({ length: 250 }, (_, i) => i >= 100 && i < 105);
 * const { independence, conditionalCoverage } = christoffersen(clustered, 0.02);
 * [independence, conditionalCoverage].map(({ statistic }) => statistic.toFixed(2)); // → [ '30.98', '30.98' ]
 */
export function christoffersen(
  hits: readonly boolean[],
  level: number,
  config: SimulationConfig = SIMULATED_P_V1,
): Christoffersen {
  if (hits.length < 2) throw new UsageError(`"hits" expected at least 2 rows, got ${hits.length}`);
  checkLevel(level);
  const observed = transitionsOf(hits.length, (i) => hits[i]!);
  const share = hits.filter(Boolean).length / hits.length;
  const drawn =
    (statistic: (counts: Transitions) => number, probability: number) =>
    (uniform: () => number): number =>
      statistic(transitionsOf(hits.length, () => uniform() < probability));
  const both = (counts: Transitions): number => coverageRatio(counts, level);
  return {
    independence: coverageTest(
      independenceRatio(observed),
      1,
      drawn(independenceRatio, share),
      'christoffersen independence',
      config,
    ),
    conditionalCoverage: coverageTest(both(observed), 2, drawn(both, level), 'christoffersen coverage', config),
  };
}

function transitionsOf(rows: number, isHit: (i: number) => boolean): Transitions {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  let before = isHit(0);
  for (let i = 1; i < rows; i++) {
    const now = isHit(i);
    counts[2 * Number(before) + Number(now)]!++;
    before = now;
  }
  return counts;
}

function markovLikelihood([n00, n01, n10, n11]: Transitions): number {
  const [calm, after] = [n00 + n01, n10 + n11];
  return logLikelihood(n01, calm, n01 / calm) + logLikelihood(n11, after, n11 / after);
}

function independenceRatio(counts: Transitions): number {
  const [n00, n01, n10, n11] = counts;
  const rows = n00 + n01 + n10 + n11;
  const hits = n01 + n11;
  return Math.max(0, 2 * (markovLikelihood(counts) - logLikelihood(hits, rows, hits / rows)));
}

function coverageRatio(counts: Transitions, level: number): number {
  const [n00, n01, n10, n11] = counts;
  return Math.max(0, 2 * (markovLikelihood(counts) - logLikelihood(n01 + n11, n00 + n01 + n10 + n11, level)));
}

function coverageTest(
  statistic: number,
  degrees: number,
  draw: (uniform: () => number) => number,
  salt: string,
  config: SimulationConfig,
): CoverageTest {
  return {
    statistic,
    degrees,
    asymptotic: chiSquareTail(statistic, degrees),
    simulated: simulatedP(statistic, draw, salt, config),
  };
}

function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
}
