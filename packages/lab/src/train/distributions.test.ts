/** Laws and statistics of ours against those of @stdlib and simple-statistics, frozen in `fixtures/oracles/distributions`. */

import { loadOracles, type OracleCase } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { hazards } from './alternatives/dwell.ts';
import { descend } from './alternatives/fit-jump.ts';
import { fitStandardization } from './fit-standardization.ts';
import { lloyd } from './k-means.ts';
import { studentTail } from './student-tail.ts';

const cases = new Map(loadOracles('distributions').map((one) => [one.file, one]));
const oracle = <Input, Expected>(name: string): OracleCase<Input, Expected> =>
  cases.get(`case-${name}.json`) as OracleCase<Input, Expected>;

it("has the tail of Student's law", () => {
  const { input, expected, tolerance } = oracle<{ pairs: [number, number][] }, number[]>('student');
  const known = input.pairs.map(([x, degrees], i) => ({ x, degrees, below: expected[i]! }));
  // The nearer tail keeps its precision.
  const left = known.filter(({ x }) => x < 0);
  expect(left.map(({ x, degrees }) => studentTail(x, degrees))).toMatchOracle(
    left.map(({ below }) => 2 * below),
    tolerance,
  );
});

it('has the hazards of the negative binomial law', () => {
  const { input, expected, tolerance } = oracle<{ laws: [number, number][]; ages: number[] }, (number | null)[][]>(
    'dwell-hazards',
  );
  input.laws.forEach(([shape, stop], i) => {
    const own = hazards({ shape, stop }, 50);
    const known = expected[i]!.flatMap((hazard, k) => (hazard === null ? [] : [[input.ages[k]!, hazard] as const]));
    expect(known.length).toBeGreaterThan(1);
    for (const [age, hazard] of known) expect(own[age - 1]!).toMatchOracle(hazard, tolerance);
  });
});

it('stays at the best clusters of one dimension, by k-means and by a jump model without a penalty', () => {
  const { input, expected, tolerance } = oracle<
    { columns: { clusters: number; values: number[] }[] },
    { centres: number[]; inertia: number }[]
  >('clusters');
  input.columns.forEach(({ values }, i) => {
    const { centres, inertia } = expected[i]!;
    const plain = lloyd({ values: Float64Array.from(values), dimensions: 1 }, Float64Array.from(centres), 5);
    expect(plain.inertia[0]!).toMatchOracle(inertia, tolerance);
    expect(Array.from(plain.centres)).toMatchOracle(centres, tolerance);
    const jump = descend(
      [Float64Array.from(values)],
      centres.map((centre) => [centre]),
      {
        penalty: 0,
        prior: { means: [], strength: 0 },
        maxIterations: 5,
      },
    );
    expect(2 * jump.objective[0]!).toMatchOracle(inertia, tolerance);
    expect(jump.centres.flat()).toMatchOracle(centres, tolerance);
  });
});

it('standardises by median and median absolute deviation', () => {
  const { input, expected, tolerance } = oracle<{ samples: number[][] }, { median: number; deviation: number }[]>(
    'medians',
  );
  input.samples.forEach((values, i) => {
    const { median, deviation } = expected[i]!;
    const { median: own, scale } = fitStandardization([{ columns: [Float64Array.from(values)], weight: 1 }]);
    expect([own[0]!, scale[0]!]).toMatchOracle([median, 1.4826 * deviation], tolerance);
  });
});
