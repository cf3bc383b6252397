/**
 * Required libraries against the few lines that replace them on hot paths
 * (docs/chapters/indicators-and-volatility.md).
 */

import { quantileSorted } from '@barograph/core';
import { readExpression } from '@barograph/stress/user';
import { createRequire } from 'node:module';
import type * as mathjs from 'mathjs';
import type * as mlMatrix from 'ml-matrix';
import seedrandom from 'seedrandom';
import { generator } from '../packages/simulator/src/random.ts';
import { library } from '../test/apart.ts';
import { answer } from './harness.ts';

/** Loads libraries from the packages that depend on them. */
const requireIn = (folder: string): NodeJS.Require =>
  createRequire(new URL(`../packages/${folder}/package.json`, import.meta.url));
const { Matrix } = requireIn('lab')('ml-matrix') as typeof mlMatrix;
const { all, create } = requireIn('stress')('mathjs') as typeof mathjs;

const UNITS = 100_000;

const alea = seedrandom.alea('bench');
const own = generator('bench');
answer({
  title: 'uniform numbers',
  units: UNITS,
  reference: 'ours, sfc32 seeded by alea',
  cases: [
    { name: 'ours, sfc32 seeded by alea', run: () => sumOf(own) },
    { name: 'seedrandom alea', run: () => sumOf(alea) },
  ],
});

/** Filter step: multiplies a row of six probabilities by a matrix. */
const transition = Array.from({ length: 6 }, (_, i) => Array.from({ length: 6 }, (_, j) => (i === j ? 0.9 : 0.02)));
const flat = Float64Array.from(transition.flat());
const matrix = new Matrix(transition);
answer({
  title: 'prediction of six states',
  units: UNITS,
  reference: 'ours, two loops',
  cases: [
    { name: 'ours, two loops', run: loops },
    { name: 'ml-matrix', run: products },
  ],
});

const text = 'max(0, rv - 30) + funding * 3 * 365 * 100';
const compiled = create(all!).compile(text);
const read = readExpression(text, ['rv', 'funding']);
if (!read.ok) throw new Error('the expression is refused');
const variables = { rv: 75, funding: 0.0001 };
answer({
  title: 'an expression of a user',
  units: UNITS,
  reference: 'ours, of the tree that mathjs parses',
  cases: [
    { name: 'ours, of the tree that mathjs parses', run: () => sumOf(() => read.value.evaluate(variables)) },
    { name: 'mathjs compiled', run: () => sumOf(() => Number(compiled.evaluate(variables))) },
  ],
});

const sorted = Float64Array.from({ length: 365 }, (_, i) => i);
const statistics = await library<{ quantileSorted(values: ArrayLike<number>, p: number): number }>(
  'packages/lab/libraries',
  'simple-statistics',
);
answer({
  title: 'a quantile of 365 sorted numbers',
  units: UNITS,
  reference: 'ours',
  cases: [
    { name: 'ours', run: () => sumOf(() => quantileSorted(sorted, 0.9)) },
    { name: 'simple-statistics', run: () => sumOf(() => statistics.quantileSorted(sorted, 0.9)) },
  ],
});

function sumOf(next: () => number): number {
  let sum = 0;
  for (let i = 0; i < UNITS; i++) sum += next();
  return sum;
}

function loops(): number {
  let row = Float64Array.of(1, 0, 0, 0, 0, 0);
  let next = new Float64Array(6);
  for (let t = 0; t < UNITS; t++) {
    next.fill(0);
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) next[j]! += row[i]! * flat[6 * i + j]!;
    [row, next] = [next, row];
  }
  return row[0]!;
}

function products(): number {
  let row = new Matrix([[1, 0, 0, 0, 0, 0]]);
  for (let t = 0; t < UNITS; t++) row = row.mmul(matrix);
  return row.get(0, 0);
}
