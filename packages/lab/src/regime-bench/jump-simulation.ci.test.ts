/** The simulation of the jump models' authors: mean accuracies against those that a public run of their package printed. */

import { generator } from '@barograph/simulator';
import { loadOracles } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { jumpPath } from '../train/alternatives/jump.ts';
import { normal } from './generators/bars-of-returns.ts';
import { fitDiscrete } from './jump/fit-discrete.ts';
import { accuracies, temporalFeatures } from '../../test/jump-simulation.ts';
import { fitSparse } from './jump/sparse.ts';

const SERIES = 300;
const DAYS = 1_000;

interface Published {
  /** Mean and standard deviation over 1,000 series. */
  readonly discrete1000: readonly [number, number];
  readonly sparse1000: readonly [number, number];
}

/** Daily returns of two states: those of `two_states` in `fixtures/oracles/regime-bench/generate.py`. */
function series(seed: number): { readonly values: readonly number[]; readonly states: readonly number[] } {
  const draw = generator(`jump-simulation|${seed}`);
  let state = Number(draw() < 0.0024 / (0.0024 + 0.0232));
  const states = Array.from({ length: DAYS }, (_, t) => {
    if (t > 0 && draw() < [0.0024, 0.0232][state]!) state = 1 - state;
    return state;
  });
  return { states, values: states.map((k) => [0.0006, -0.000881][k]! + [0.00757, 0.0163][k]! * normal(draw)) };
}

it('jump models have the mean accuracies of their package, within four standard errors of both', () => {
  const { input, expected } = loadOracles<{ penalty: number; features: number }, Published>('regime-bench').find(
    ({ file }) => file === 'case-jumpmodels.json',
  )!;
  const { penalty, features } = input;
  const scores = Array.from({ length: SERIES }, (_, seed) => {
    const { values, states: truth } = series(seed);
    const columns = temporalFeatures(values);
    const balanced = (states: Int32Array): number => (accuracies(states, truth)[0] + accuracies(states, truth)[1]) / 2;
    const { model, scales } = fitSparse(columns, { states: 2, penalty, kappa: Math.sqrt(features), seed: 'a' });
    const rows = columns.map((column, i) => column.map((x) => x * scales[i]!));
    const discrete = fitDiscrete(columns, { states: 2, penalty, seed: 'a' });
    return {
      discrete1000: balanced(jumpPath(discrete, columns).states),
      sparse1000: balanced(jumpPath(model, rows).states),
    };
  });
  for (const name of ['discrete1000', 'sparse1000'] as const) {
    const [published, spread] = expected[name];
    const mean = scores.reduce((sum, row) => sum + row[name], 0) / SERIES;
    expect(Math.abs(mean - published), `${name}: ${mean}`).toBeLessThan(4 * spread * Math.sqrt(1 / SERIES + 1 / 1_000));
  }
}, 120_000);
