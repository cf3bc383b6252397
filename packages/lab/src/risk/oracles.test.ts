/** Metrics of risk against numpy and scipy, frozen in `fixtures/oracles/risk`. */

import { loadOracles, type OracleCase } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { confidenceSet } from './confidence-set.ts';
import { fz0Loss, type TailForecast } from '@barograph/core';
import { acerbiSzekely } from './expected-shortfall.ts';
import { chiSquareTail, normalBelow, studentBelow, studentLogDensity, studentQuantile } from './laws.ts';
import { lossDifference } from './loss-difference.ts';
import { uniformity } from './pit.ts';
import { crpsOfQuantiles, crpsOfSample, pinball, type ForecastQuantile } from './quantile-scores.ts';
import { stationaryDraws, type StationaryBootstrapConfig } from './resampling.ts';
import { christoffersen, kupiec } from './value-at-risk.ts';
import { qlike } from './variance-losses.ts';

const cases = new Map(loadOracles('risk').map((one) => [one.file, one]));
const oracle = <Input, Expected>(name: string): OracleCase<Input, Expected> =>
  cases.get(`case-${name}.json`) as OracleCase<Input, Expected>;

type Pairs = readonly (readonly [number, number])[];
/** Standard error of a simulated share, five times. */
const fiveErrors = (p: number, draws: number): number => 5 * Math.sqrt((p * (1 - p)) / draws) + 2 / draws;

it('has the tails, quantiles and densities of the laws', () => {
  const { input, expected, tolerance } = oracle<
    { chiSquare: Pairs; student: Pairs; quantiles: Pairs; normal: number[]; densities: Pairs },
    Record<'chiSquare' | 'student' | 'quantiles' | 'normal' | 'densities', number[]>
  >('laws');
  expect(input.chiSquare.map(([x, degrees]) => chiSquareTail(x, degrees))).toMatchOracle(expected.chiSquare, tolerance);
  expect(input.student.map(([x, degrees]) => studentBelow(x, degrees))).toMatchOracle(expected.student, tolerance);
  expect(input.quantiles.map(([p, degrees]) => studentQuantile(p, degrees))).toMatchOracle(
    expected.quantiles,
    tolerance,
  );
  expect(input.normal.map(normalBelow)).toMatchOracle(expected.normal, tolerance);
  expect(input.densities.map(([z, degrees]) => studentLogDensity(degrees)(z))).toMatchOracle(
    expected.densities,
    tolerance,
  );
});

it('has CRPS as an integral, pinball losses, and QLIKE as a divergence of normal laws', () => {
  const { input, expected, tolerance } = oracle<
    { sample: number[]; outcomes: number[]; quantiles: ForecastQuantile[]; variances: Pairs },
    { sample: number[]; quantiles: number[]; pinball: number[][]; qlike: number[] }
  >('scores');
  const { sample, outcomes, quantiles, variances } = input;
  expect(outcomes.map((outcome) => crpsOfSample(sample, outcome))).toMatchOracle(expected.sample, tolerance);
  expect(outcomes.map((outcome) => crpsOfQuantiles(quantiles, outcome))).toMatchOracle(expected.quantiles, tolerance);
  expect(outcomes.map((outcome) => quantiles.map(({ share, value }) => pinball(outcome, value, share)))).toMatchOracle(
    expected.pinball,
    tolerance,
  );
  expect(variances.map(([realised, forecast]) => qlike(realised, forecast))).toMatchOracle(expected.qlike, tolerance);
});

it("has Kupiec's statistic, its limit law, and the exact law within the error of the simulation", () => {
  const { input, expected, tolerance } = oracle<
    { kupiec: (readonly [number, number, number])[] },
    { kupiec: { statistic: number; asymptotic: number; exact: number }[] }
  >('value-at-risk');
  input.kupiec.forEach(([hits, rows, level], i) => {
    const { statistic, asymptotic, simulated } = kupiec(hits, rows, level);
    const { exact, ...known } = expected.kupiec[i]!;
    expect({ statistic, asymptotic }).toMatchOracle(known, tolerance);
    expect(Math.abs(simulated - exact)).toBeLessThan(fiveErrors(exact, 1_999));
  });
});

it("has Christoffersen's statistics as maxima of likelihoods", () => {
  const { input, expected, tolerance } = oracle<
    { chains: { hits: boolean[]; level: number }[] },
    { chains: { independence: [number, number]; conditionalCoverage: [number, number] }[] }
  >('value-at-risk');
  input.chains.forEach(({ hits, level }, i) => {
    const { independence, conditionalCoverage } = christoffersen(hits, level);
    expect({
      independence: [independence.statistic, independence.asymptotic],
      conditionalCoverage: [conditionalCoverage.statistic, conditionalCoverage.asymptotic],
    }).toMatchOracle(expected.chains[i]!, tolerance);
  });
});

it('has the statistic of Acerbi and Székely, its p by another simulation, and the loss FZ0', () => {
  const { input, expected, tolerance } = oracle<
    {
      level: number;
      degrees: number;
      tails: TailForecast[];
      outcomes: number[];
      pairs: (readonly [number, number, number])[];
    },
    { statistic: number; p: number; losses: number[] }
  >('expected-shortfall');
  const { level, degrees, tails, outcomes, pairs } = input;
  // Outcomes above the quantile do not count: only the tail of the law is drawn exactly.
  const scale = (i: number): number => tails[i]!.quantile / studentQuantile(level, degrees);
  const draw = (i: number, uniform: () => number): number => {
    const place = uniform();
    return place < level ? scale(i) * studentQuantile(Math.max(place, 1e-12), degrees) : 1;
  };
  const { statistic, simulated } = acerbiSzekely(outcomes, tails, level, draw);
  expect(statistic).toMatchOracle(expected.statistic, tolerance);
  expect(Math.abs(simulated - expected.p)).toBeLessThan(fiveErrors(expected.p, 1_999));
  expect(pairs.map(([outcome, quantile, shortfall]) => fz0Loss(outcome, { quantile, shortfall }, level))).toMatchOracle(
    expected.losses,
    tolerance,
  );
});

it('has the distance of Kolmogorov and Smirnov, and its exact law up to the factor of Stephens', () => {
  const { input, expected, tolerance } = oracle<
    { samples: number[][] },
    { statistic: number; p: number; stephens: number }[]
  >('uniformity');
  input.samples.forEach((sample, i) => {
    const { statistic, asymptotic, simulated } = uniformity(sample);
    const { statistic: distance, p, stephens } = expected[i]!;
    expect(statistic).toMatchOracle(distance, { rel: 1e-12, abs: 0 });
    expect(asymptotic).toMatchOracle(p, tolerance);
    expect(asymptotic).toMatchOracle(stephens, { rel: 1e-9, abs: 1e-12 });
    expect(Math.abs(simulated - p)).toBeLessThan(fiveErrors(p, 1_999));
  });
});

it('has the mean, interval and test of loss differences', () => {
  const { input, expected, tolerance } = oracle<
    { series: { differences: number[]; horizon: number; lags: number }[] },
    object[]
  >('loss-difference');
  input.series.forEach(({ differences, ...options }, i) => {
    expect(lossDifference(differences, options)).toMatchOracle(expected[i]!, tolerance);
  });
});

it('is the t test of simple-statistics for rows that do not overlap, up to the factor of one step', () => {
  const { input, expected, tolerance } = oracle<{ samples: number[][] }, number[]>('t-test');
  const statistics = input.samples.map((sample) => {
    const { statistic, rows } = lossDifference(sample, { horizon: 1, lags: 0 });
    return statistic! / Math.sqrt((rows - 1) / rows);
  });
  expect(statistics).toMatchOracle(expected, tolerance);
});

it('has the draws and the p-values of the confidence set, by both statistics', () => {
  const { input, expected, tolerance } = oracle<
    { tables: number[][][]; bootstrap: StationaryBootstrapConfig },
    { indices: number[]; max: number[][]; range: number[][] }
  >('confidence-set');
  const { tables, bootstrap } = input;
  let last: number[] = [];
  stationaryDraws(tables[0]![0]!.length, (_, indices) => (last = Array.from(indices)), 'confidence set', bootstrap);
  expect(last).toEqual(expected.indices);
  for (const statistic of ['max', 'range'] as const) {
    const ps = tables.map((columns) => {
      const losses = Object.fromEntries(columns.map((column, i) => [`model ${i}`, column]));
      return confidenceSet(losses, { statistic, bootstrap }).map(({ p }) => p);
    });
    expect(ps).toMatchOracle(expected[statistic], tolerance);
    expect(ps.map((of) => of.filter((p) => p < 0.9).length > 1)).toEqual([true, true]);
  }
});
