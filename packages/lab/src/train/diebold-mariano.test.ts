import { loadOracles } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dieboldMariano, DIEBOLD_MARIANO_V1, type WeekDifference } from './diebold-mariano.ts';
import { holmAdjusted } from './holm.ts';
import { studentTail } from './student-tail.ts';

interface Input {
  readonly lags: number;
  readonly differences: readonly WeekDifference[];
}

const weeks = fc
  .array(fc.record({ rows: fc.integer({ min: 1, max: 168 }), sum: fc.integer({ min: -1_000, max: 1_000 }) }), {
    minLength: 2,
    maxLength: 60,
  })
  .map((list) => list.map((week, i): WeekDifference => ({ week: 2_600 + i, ...week })));

describe('the test of Diebold and Mariano', () => {
  const cases = loadOracles<Input, object>('diebold-mariano');

  it.each(cases.map((one) => [one.file, one] as const))('is that of numpy and scipy: %s', (_, one) => {
    const { differences, lags } = one.input;
    const { version, ...found } = dieboldMariano(differences, { version: 'diebold_mariano/test', lags });
    expect(version).toBe('diebold_mariano/test');
    expect(found).toMatchOracle(one.expected, one.tolerance);
  });

  it('changes its sign with the forecasts and nothing with their unit or the order of the weeks', () => {
    fc.assert(
      fc.property(weeks, (differences) => {
        const test = dieboldMariano(differences);
        fc.pre(test.statistic !== null);
        const turned = dieboldMariano(differences.map((week) => ({ ...week, sum: -week.sum })));
        // A mean of zero has one sign only: 0 and -0 are the same statistic.
        expect(turned.statistic! + test.statistic!).toBe(0);
        expect(turned.p).toBe(test.p);
        const scaled = dieboldMariano(differences.map((week) => ({ ...week, sum: 8 * week.sum })));
        expect(scaled).toMatchOracle({ ...test, mean: 8 * test.mean }, { rel: 1e-9, abs: 1e-12 });
        expect(dieboldMariano(differences.toReversed())).toMatchOracle(test, { rel: 1e-9, abs: 1e-12 });
      }),
    );
  });

  it('rejects at 5 % about as often as it should where forecasts do not differ', () => {
    let seed = 7;
    const uniform = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    let rejected = 0;
    for (let round = 0; round < 1_000; round++) {
      const differences = Array.from({ length: 60 }, (_, i) => ({ week: i, rows: 168, sum: normal() }));
      rejected += Number(dieboldMariano(differences).p! < 0.05);
    }
    expect(rejected).toBeGreaterThan(30);
    expect(rejected).toBeLessThan(90);
  });

  it('has no statistic where all weeks say the same', () => {
    const same = [0, 1, 2].map((week) => ({ week, rows: 10, sum: 5 }));
    expect(dieboldMariano(same)).toEqual({
      version: DIEBOLD_MARIANO_V1.version,
      mean: 0.5,
      statistic: null,
      p: null,
      weeks: 3,
    });
  });

  it('refuses what is no list of weeks', () => {
    const week = { week: 1, rows: 1, sum: 1 };
    expect(() => dieboldMariano([week])).toThrow('"differences" expected at least 2 weeks, got 1');
    expect(() => dieboldMariano([week, week])).toThrow('"differences" expected one of week 1, got another');
    expect(() => dieboldMariano([week, { week: 2, rows: 0, sum: 0 }])).toThrow('"rows" of week 2 expected');
  });
});

describe("the tail of Student's law", () => {
  // scipy.stats.t.sf, doubled
  it.each([
    [0, 5, 1],
    [0.5, 1, 0.7048327646991335],
    [2, 2, 0.18350341907227397],
    [1.96, 320, 0.05086334345390528],
    [-3.3, 7, 0.013120714938438112],
    [40, 30, 1.3726045194406417e-27],
  ])('of %d with %d degrees of freedom', (t, degrees, expected) => {
    expect(studentTail(t, degrees)).toMatchOracle(expected, { rel: 1e-10, abs: 0 });
  });

  it('falls from 1 as |t| grows', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), fc.integer({ min: 1, max: 400 }), (t, degrees) => {
        const p = studentTail(t, degrees);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(studentTail(-t, degrees)).toBe(p);
        expect(studentTail(t + 0.01, degrees)).toBeLessThan(p);
      }),
    );
  });
});

describe("Holm's correction", () => {
  it('is that of the paper: the least p times all tests, the next times one fewer, and never below the one before', () => {
    expect(holmAdjusted([0.01, 0.04, 0.03, null, 0.005])).toMatchOracle([0.03, 0.06, 0.06, null, 0.02], {
      rel: 1e-12,
      abs: 0,
    });
    expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
    expect(holmAdjusted([])).toEqual([]);
  });
});
