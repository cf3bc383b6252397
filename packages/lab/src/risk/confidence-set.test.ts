import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceSet, type ConfidenceSetStatistic } from './confidence-set.ts';

const bootstrap = { version: 'stationary_bootstrap/test', block: 4, draws: 100 } as const;
const STATISTICS: readonly ConfidenceSetStatistic[] = ['max', 'range'];
const table = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 8, max: 40 })).chain(([models, rows]) =>
  fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: rows, maxLength: rows }), {
    minLength: models,
    maxLength: models,
  }),
);
const named = (columns: readonly (readonly number[])[]) =>
  Object.fromEntries(columns.map((column, i) => [`model ${i}`, column]));

describe.each(STATISTICS)('confidence set by the statistic %s', (statistic) => {
  it('holds the model with the least mean loss, at p = 1', () => {
    fc.assert(
      fc.property(table, (columns) => {
        const members = confidenceSet(named(columns), { statistic, bootstrap });
        const least = Math.min(...members.map(({ mean }) => mean));
        const best = members.filter(({ mean }) => mean === least);
        fc.pre(best.length === 1);
        expect(best[0]).toMatchObject({ p: 1, inSet: true });
        for (const { p, inSet, low, high } of members) {
          expect(inSet).toBe(p >= 1 - 0.9);
          expect(low).toBeLessThanOrEqual(high);
        }
      }),
    );
  });

  it('does not know the unit of the losses, nor the order of the models', () => {
    fc.assert(
      fc.property(table, (columns) => {
        const ps = (of: readonly (readonly number[])[]): readonly number[] =>
          confidenceSet(named(of), { statistic, bootstrap }).map(({ p }) => p);
        const own = ps(columns);
        expect(ps(columns.map((column) => column.map((loss) => 4 * loss)))).toEqual(own);
        fc.pre(new Set(columns.map((column) => column.reduce((sum, loss) => sum + loss, 0))).size === columns.length);
        expect(ps(columns.toReversed()).toReversed()).toMatchOracle([...own], { rel: 0, abs: 0.05 });
      }),
    );
  });

  it('keeps the best model in nine of ten samples, and drops one that is clearly worse', () => {
    const draw = generator(`confidence set ${statistic}`);
    let [kept, dropped] = [0, 0];
    for (let round = 0; round < 150; round++) {
      const column = (shift: number): readonly number[] => Array.from({ length: 100 }, () => draw() + shift);
      const members = confidenceSet(
        { best: column(0), near: column(0.02), far: column(0.3) },
        { statistic, bootstrap },
      );
      kept += Number(members[0]!.inSet);
      dropped += Number(!members[2]!.inSet);
    }
    expect(kept).toBeGreaterThan(125);
    expect(dropped).toBeGreaterThan(145);
  });

  it('keeps two equal models, and drops one whose loss is larger by a constant', () => {
    const noise = Array.from({ length: 60 }, (_, i) => Math.sin(i * i));
    const losses = { one: noise, same: noise, worse: noise.map((loss) => loss + 1) };
    expect(confidenceSet(losses, { statistic, bootstrap }).map(({ p }) => p)).toEqual([1, 1, 0]);
  });
});

it.each([
  ['no model', {}, {}, '"losses" expected at least one model with at least one row, got none'],
  ['no rows', { a: [] }, {}, '"losses" expected at least one model with at least one row, got none'],
  ['another number of rows', { a: [1, 2], b: [1] }, {}, '"losses.b" expected 2 rows, got 1'],
  ['an unknown loss', { a: [1, NaN] }, {}, '"losses.a[1]" expected a finite number, got NaN'],
  ['a level of 1', { a: [1] }, { level: 1 }, '"level" expected a number in (0, 1), got 1'],
])('refuses %s', (_, losses, options, message) => {
  expect(() => confidenceSet(losses, options)).toThrow(message);
});
