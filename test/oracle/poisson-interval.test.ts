/** The interval of rates in decision records against quantiles of the chi-square law of @stdlib. */

import { loadOracles } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { poissonInterval } from '../../benchmarks/poisson-interval.ts';

it('is half the quantiles of the chi-square law at 2n and 2n + 2 degrees of freedom', () => {
  const { input, expected, tolerance } = loadOracles<{ counts: number[]; level: number }, [number, number][]>(
    'distributions',
  ).find(({ file }) => file === 'case-poisson-interval.json')!;
  expect(input.counts.map((count) => poissonInterval(count, input.level))).toMatchOracle(expected, tolerance);
});
