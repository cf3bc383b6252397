import { percentRank, quantile } from '@barograph/core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { VOLATILITY_REGIME_V1, type VolatilityRegimeConfig } from './config.ts';
import { createStatistics, statisticsColumns } from './statistics.ts';

const SHORT: VolatilityRegimeConfig = {
  ...VOLATILITY_REGIME_V1,
  percentile: { days: 9, minDays: 3 },
  zScore: { days: 8, minDays: 4 },
  label: { days: 7, minDays: 2 },
  reversionDays: 4,
};
/** Few values, so that ties abound, and days without one. */
const volatility = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 1, arbitrary: fc.constant(NaN) },
);
const days = fc.array(fc.tuple(volatility, volatility), { minLength: 12, maxLength: 30 });

/** Values of the last `n` days up to the present, without missing ones. */
function window(values: readonly number[], n: number): number[] {
  return values.filter((value) => !Number.isNaN(value)).slice(-n);
}

it('are those of each window of days that have a value; a day without one has none', () => {
  fc.assert(
    fc.property(days, (list) => {
      const statistics = createStatistics(SHORT);
      list.forEach(([rvGk7, rvGk30], i) => {
        const day = statistics.next({ rvGk7, rvGk30 });
        const [past7, past30] = [0, 1].map((k) => list.slice(0, i + 1).map((one) => one[k]!)) as [number[], number[]];
        const of = (
          now: number,
          values: readonly number[],
          n: number,
          least: number,
          read: (list: number[]) => number,
        ) => {
          const known = window(values, n);
          return Number.isNaN(now) || known.length < least ? NaN : read(known);
        };
        expect(day.shockLevel).toBe(of(rvGk7, past7, 7, 2, (known) => quantile(known, 0.9)));
        expect(day.median).toBe(of(rvGk7, past7, 7, 2, (known) => quantile(known, 0.5)));
        expect(day.rank).toBe(of(rvGk30, past30, 7, 2, (known) => percentRank(rvGk30, known)));
        expect(day.volPctile30).toBe(of(rvGk30, past30, 9, 3, (known) => percentRank(rvGk30, known)));
        expect(day.peak).toBe(of(rvGk7, past7, 4, 1, (known) => Math.max(...known)));
        expect(day.before).toBe(
          window(
            list.slice(0, i).map(([value]) => value),
            99,
          ).at(-3) ?? NaN,
        );
      });
    }),
  );
});

it('are the same in columns, to the bit', () => {
  fc.assert(
    fc.property(days, (list) => {
      const statistics = createStatistics(SHORT);
      const rows = list.map(([rvGk7, rvGk30]) => statistics.next({ rvGk7, rvGk30 }));
      const [rvGk7, rvGk30] = [0, 1].map((k) => Float64Array.from(list, (one) => one[k]!)) as [
        Float64Array,
        Float64Array,
      ];
      const column = () => new Float64Array(list.length);
      const into = { volPctile30: column(), rvZ30: column(), rvZ7: column(), termStructureRatio: column() };
      const columns = statisticsColumns(rvGk7, rvGk30, SHORT, into);
      expect(columns.rvZ7).toBe(into.rvZ7);
      const all = Object.entries(columns);
      const asRows = list.map((_, i) => Object.fromEntries(all.map(([field, values]) => [field, values[i]!])));
      expect(asRows).toEqual(rows);
    }),
    { numRuns: 40 },
  );
});

it('have a z-score of 0 where nothing varied, and none before the least count', () => {
  const statistics = createStatistics(SHORT);
  const scores = [5, 5, 5, 5, 5].map((value) => statistics.next({ rvGk7: value, rvGk30: value }).rvZ30);
  expect(scores).toEqual([NaN, NaN, NaN, 0, 0]);
});

it('have no term ratio where nothing moved in 30 days', () => {
  expect(createStatistics(SHORT).next({ rvGk7: 0, rvGk30: 0 }).termStructureRatio).toBeNaN();
  expect(createStatistics(SHORT).next({ rvGk7: 3, rvGk30: 4 }).termStructureRatio).toBe(0.75);
});
