/** Rolling statistics in columns of the caller. */

import { describe, expect, it } from 'vitest';
import { rollingMax, rollingMin } from './extrema.ts';
import { rollingMoments } from './moments.ts';
import { rollingQuantile, rollingRank } from './rank.ts';
import { rollingSum } from './sum.ts';

const values = Float64Array.from({ length: 200 }, (_, i) => Math.sin(i * i));

describe('a column that is given', () => {
  it.each([
    ['rollingSum', (into?: Float64Array) => rollingSum(values, 7, {}, into)],
    ['rollingMax', (into?: Float64Array) => rollingMax(values, 7, {}, into)],
    ['rollingMin', (into?: Float64Array) => rollingMin(values, 7, {}, into)],
    ['rollingRank, counted', (into?: Float64Array) => rollingRank(values, 7, {}, into)],
    ['rollingRank, kept in order', (into?: Float64Array) => rollingRank(values, 60, {}, into)],
    ['rollingQuantile', (into?: Float64Array) => rollingQuantile(values, 7, 0.25, {}, into)],
    [
      'the mean',
      (into = new Float64Array(200)) =>
        rollingMoments(values, 7, {}, { mean: into, variance: new Float64Array(200) }).mean,
    ],
    [
      'the variance',
      (into = new Float64Array(200)) =>
        rollingMoments(values, 7, {}, { mean: new Float64Array(200), variance: into }).variance,
    ],
  ])('is filled and returned by %s, as a new one would be', (_, run) => {
    const mine = new Float64Array(200).fill(7);
    expect(run(mine)).toBe(mine);
    expect(mine).toStrictEqual(run());
    expect(() => run(new Float64Array(199))).toThrow('expected 200 rows, got 199');
  });
});
