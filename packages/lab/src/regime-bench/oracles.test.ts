/** Rivals against the same models written from their papers in numpy (`fixtures/oracles/regime-bench/generate.py`). */

import { loadOracles } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { jumpPath, jumpStates } from '../train/alternatives/jump.ts';
import { runLengths } from './entrants/change-points.ts';
import { fitGaussianHmm } from './entrants/gaussian-hmm.ts';
import { continuousPath, continuousShares } from './jump/continuous.ts';
import { sparseWeights } from './jump/sparse.ts';

/** Case by name. @throws when it does not exist. */
function oracle<Input, Expected>(name: string) {
  const found = loadOracles<Input, Expected>('regime-bench').find(({ file }) => file === `case-${name}.json`);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

interface JumpInput {
  readonly columns: readonly (readonly number[])[];
  readonly centres: readonly (readonly number[])[];
  readonly penalty: number;
}

describe.each(['hmm-2', 'hmm-3'])('%s', (name) => {
  it('ends where Baum and Welch do', () => {
    const { input, expected, tolerance } = oracle<
      { values: number[]; states: number },
      { means: number[]; variances: number[]; transition: number[][]; logLikelihood: number }
    >(name);
    const { parameters, logLikelihood } = fitGaussianHmm(Float64Array.from(input.values), input.states);
    expect([...parameters.means]).toMatchOracle(expected.means, tolerance);
    expect([...parameters.scales]).toMatchOracle(expected.variances, tolerance);
    expect(parameters.transition.flat()).toMatchOracle(expected.transition.flat(), tolerance);
    expect([logLikelihood]).toMatchOracle([expected.logLikelihood], { rel: 1e-6, abs: 0 });
  });
});

it('change points have the predictive densities and variances of untruncated runs', () => {
  const { input, expected, tolerance } = oracle<
    { values: number[]; meanRun: number },
    { logPredictive: number[]; variance: number[] }
  >('change-points');
  const { next } = runLengths(input.meanRun);
  const points = input.values.map((value) => next(value));
  expect(points.map(({ logPredictive }) => logPredictive)).toMatchOracle(expected.logPredictive, tolerance);
  expect(points.map(({ variance }) => variance)).toMatchOracle(expected.variance, tolerance);
});

it('the continuous jump model has the best sequence of mixtures, and its online states', () => {
  const { input, expected, tolerance } = oracle<JumpInput, { shares: number[]; cost: number; online: number[] }>(
    'continuous-jump',
  );
  const columns = input.columns.map((column) => Float64Array.from(column));
  const { shares, cost } = continuousPath(input, columns);
  expect([cost]).toMatchOracle([expected.cost], tolerance);
  expect([...shares]).toMatchOracle(expected.shares, tolerance);
  const live = continuousShares(input);
  expect(input.columns[0]!.map((_, t) => live(input.columns.map((column) => column[t]!)))).toMatchOracle(
    expected.online,
    tolerance,
  );
});

it('the discrete jump model has the best sequence of states, and its online states', () => {
  const { input, expected, tolerance } = oracle<JumpInput, { states: number[]; cost: number; online: number[] }>(
    'discrete-jump',
  );
  const { states, cost } = jumpPath(input, input.columns);
  expect([cost]).toMatchOracle([expected.cost], tolerance);
  expect([...states]).toEqual(expected.states);
  expect([...jumpStates({ ...input, labels: [0, 1] }, input.columns).states]).toEqual(expected.online);
});

it('sparse weights are those of a cut that another search found', () => {
  const { input, expected, tolerance } = oracle<{ between: number[]; kappa: number }, { weights: number[] }>(
    'sparse-weights',
  );
  expect(sparseWeights(input.between, input.kappa)).toMatchOracle(expected.weights, tolerance);
});
