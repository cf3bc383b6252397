/** Distributions of the heads and features against those of @stdlib, frozen in `fixtures/oracles/distributions`. */

import { loadOracles, type OracleCase } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { normalQuantile } from './features/normal-quantile.ts';
import { studentT } from './heads/student-t.ts';
import { logGamma } from './hmm/log-gamma.ts';

const cases = new Map(loadOracles('distributions').map((one) => [one.file, one]));
const oracle = <Input, Expected>(name: string): OracleCase<Input, Expected> =>
  cases.get(`case-${name}.json`) as OracleCase<Input, Expected>;

it("has the distribution of Student's law at even degrees", () => {
  const { input, expected } = oracle<{ pairs: [number, number][] }, number[]>('student');
  const known = input.pairs
    .map(([x, degrees], i) => ({ x, degrees, below: expected[i]! }))
    .filter(({ degrees }) => degrees % 2 === 0);
  // 1 − p above the middle, and a sum subtracted from ½ below it.
  expect(known.map(({ x, degrees }) => studentT(x, degrees))).toMatchOracle(
    known.map(({ below }) => below),
    { rel: 0, abs: 1e-12 },
  );
});

it('has the quantiles of the normal law', () => {
  const { input, expected, tolerance } = oracle<{ shares: number[] }, number[]>('normal-quantile');
  expect(input.shares.map(normalQuantile)).toMatchOracle(expected, tolerance);
});

it('has the log of the Gamma function', () => {
  const { input, expected, tolerance } = oracle<{ arguments: number[] }, number[]>('log-gamma');
  expect(input.arguments.map(logGamma)).toMatchOracle(expected, tolerance);
});
