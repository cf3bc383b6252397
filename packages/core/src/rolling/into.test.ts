/** Rolling statistics in columns of the caller. */

import { describe, expect, it } from 'vitest';
import { rollingMax, rollingMin } from './extrema.ts';
import { rollingMoments } from './moments.ts';
import { rollingQuantile, rollingQuantiles, rollingRank } from './rank.ts';
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
      'the first of rollingQuantiles',
      (into = new Float64Array(200)) => rollingQuantiles(values, 7, [0.25, 0.5], {}, [into])[0]!,
    ],
    [
      'the second of rollingQuantiles',
      (into = new Float64Array(200)) => rollingQuantiles(values, 7, [0.25, 0.5], {}, [new Float64Array(200), into])[1]!,
    ],
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

describe('rollingQuantiles', () => {
  const mine = [new Float64Array(200), new Float64Array(200)];
  const shares = [0.25, 0.75];

  it('fills columns as it makes new ones, whatever an earlier run has left in them', () => {
    rollingQuantiles(values.toReversed(), 3, shares, {}, mine);
    const got = rollingQuantiles(values, 60, shares, { minCount: 7 }, mine);
    expect(got.every((column, k) => column === mine[k])).toBe(true);
    expect(got).toStrictEqual(rollingQuantiles(values, 60, shares, { minCount: 7 }));
  });

  it('leaves the columns as they were when it refuses a number, a share or a column', () => {
    const before = mine.map((column) => column.slice());
    const bad = values.with(150, Infinity);
    expect(() => rollingQuantiles(bad, 7, shares, {}, mine)).toThrow('row 151 expected a finite number');
    expect(() => rollingQuantiles(values, 7, [0.5, 2], {}, mine)).toThrow('"p"');
    expect(() => rollingQuantiles(values, 7, shares, {}, [mine[0]!, new Float64Array(2)])).toThrow(
      '"into[1]" expected 200 rows, got 2',
    );
    expect(mine).toStrictEqual(before);
  });
});
