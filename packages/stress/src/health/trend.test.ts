import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TREND_V1, trendOf } from './trend.ts';

const flat = (days: number): number[] => Array.from({ length: days }, () => 5);
const closes = fc.array(fc.double({ min: 1, max: 1e5, noNaN: true }), { minLength: 230, maxLength: 260 });

describe('the trend of a daily series', () => {
  it('is that of plain means, in any unit of price', () => {
    fc.assert(
      fc.property(closes, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (days, unit) => {
        const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
        const slow = mean(days.slice(-200));
        const expected = {
          pctFromLong: 100 * (days.at(-1)! / slow - 1),
          slopePct: 100 * (slow / mean(days.slice(-230, -30)) - 1),
          cross: trendOf(days).cross,
        };
        expect(trendOf(days)).toMatchOracle(expected, { rel: 1e-9, abs: 1e-9 });
        expect(trendOf(days.map((x) => x * unit))).toMatchOracle(expected, { rel: 1e-9, abs: 1e-8 });
        const gap = 100 * (mean(days.slice(-50)) / slow - 1);
        fc.pre(Math.abs(Math.abs(gap) - 0.25) > 1e-9);
        expect(expected.cross).toBe(Math.abs(gap) < 0.25 ? 0 : Math.sign(gap));
      }),
    );
  });

  it('crosses from the neutral gap on, to either side', () => {
    const config = { ...TREND_V1, long: 2, short: 1, neutralPct: 50 };
    expect([[1, 3], [1, 2.9], [3, 1], [2.9, 1]].map((days) => trendOf(days, config).cross)).toEqual([1, 0, -1, 0]); // prettier-ignore
  });

  it('is null in parts while the history is short, and where a day of it is missing', () => {
    expect(trendOf(flat(199))).toEqual({ pctFromLong: null, slopePct: null, cross: null });
    expect(trendOf(flat(200))).toEqual({ pctFromLong: 0, slopePct: null, cross: 0 });
    expect(trendOf(flat(230)).slopePct).toBe(0);
    expect(trendOf([...flat(230), NaN]).pctFromLong).toBeNull();
    expect(() => trendOf([1, 0])).toThrow('"closes[1]" expected a number above 0, got 0');
  });
});
