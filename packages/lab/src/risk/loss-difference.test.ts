import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lossDifference } from './loss-difference.ts';

const differences = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 5, maxLength: 60 });
const OPTIONS = { horizon: 2, lags: 3 };

describe('test of a loss difference', () => {
  it('changes its sign with the forecasts, and nothing with the unit', () => {
    fc.assert(
      fc.property(differences, (drawn) => {
        const test = lossDifference(drawn, OPTIONS);
        fc.pre(test.statistic !== null);
        const turned = lossDifference(
          drawn.map((value) => -value),
          OPTIONS,
        );
        expect(turned.statistic! + test.statistic!).toBe(0);
        expect([turned.p, turned.low! + test.high!, turned.high! + test.low!]).toEqual([test.p, 0, 0]);
        const scaled = lossDifference(
          drawn.map((value) => 8 * value),
          OPTIONS,
        );
        expect([scaled.statistic, scaled.p, scaled.mean]).toEqual([test.statistic, test.p, 8 * test.mean]);
      }),
    );
  });

  it('has an interval that holds 0 exactly where p is above the level', () => {
    fc.assert(
      fc.property(differences, (drawn) => {
        const { p, low, high } = lossDifference(drawn, OPTIONS);
        fc.pre(p !== null && Math.abs(p - 0.05) > 1e-9);
        expect(low! <= 0 && high! >= 0).toBe(p! > 0.05);
      }),
    );
  });

  it('rejects at 5 % about as often as it should where outcomes overlap', () => {
    const draw = generator('loss difference');
    let rejected = 0;
    for (let round = 0; round < 400; round++) {
      const noise = Array.from({ length: 403 }, () => draw() - 0.5);
      const overlapping = Array.from(
        { length: 400 },
        (_, i) => noise[i]! + noise[i + 1]! + noise[i + 2]! + noise[i + 3]!,
      );
      rejected += Number(lossDifference(overlapping, { horizon: 4, lags: 12 }).p! < 0.05);
    }
    expect(rejected).toBeGreaterThan(8);
    expect(rejected).toBeLessThan(40);
  });

  it('has no variance where all differences are equal', () => {
    expect(lossDifference([0.1, 0.1, 0.1, 0.1], OPTIONS)).toEqual({
      mean: 0.1,
      low: null,
      high: null,
      statistic: null,
      p: null,
      rows: 4,
    });
  });

  it.each([
    ['too few rows', [1, 2], OPTIONS, '"differences" expected at least 3 rows, got 2'],
    ['an unknown difference', [1, NaN, 2], OPTIONS, '"differences[1]" expected a finite number, got NaN'],
    ['fewer lags than the horizon needs', [1, 2, 3], { horizon: 3, lags: 1 }, '"lags" expected'],
    ['a level of 0', [1, 2, 3], { ...OPTIONS, level: 0 }, '"level" expected a number in (0, 1), got 0'],
  ])('refuses %s', (_, drawn, options, message) => {
    expect(() => lossDifference(drawn, options)).toThrow(message);
  });
});
