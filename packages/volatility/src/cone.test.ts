import { candlesOf, DAY_MS, sliceCandles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { VOLATILITY_CONE_V1, volatilityCone } from './cone.ts';

const bar = (i: number) => {
  const close = 100 * Math.exp(0.3 * Math.sin(i / 5) + 0.1 * Math.cos(i * 1.7));
  return { time: i * DAY_MS, open: close, high: close, low: close, close, volume: 1 };
};
const days = candlesOf(Array.from({ length: 300 }, (_, i) => bar(i)));

/** Sample standard deviation of the log returns in the window that ends at each day, from the definition. */
function windowsOf(closes: ArrayLike<number>, window: number): number[] {
  const found: number[] = [];
  for (let end = window; end < closes.length; end++) {
    const returns = Array.from({ length: window }, (_, i) => Math.log(closes[end - i]! / closes[end - i - 1]!));
    const mean = returns.reduce((a, b) => a + b, 0) / window;
    found.push(100 * Math.sqrt((365 * returns.reduce((sum, r) => sum + (r - mean) ** 2, 0)) / (window - 1)));
  }
  return found;
}

describe('the volatility cone', () => {
  it('has the quantiles of the newest windows of each length, and the newest one', () => {
    const config = { ...VOLATILITY_CONE_V1, windows: [7, 60], history: 101 };
    for (const point of volatilityCone(days, config)) {
      const all = windowsOf(days.close, point.window).slice(-101);
      const sorted = all.toSorted((a, b) => a - b);
      // 101 values have the 5 % quantile at rank 5, the 25 % quantile at rank 25, and so on
      const { p5, p25, median, p75, p95, last, count } = point;
      [p5, p25, median, p75, p95].forEach((value, i) => expect(value).toBeCloseTo(sorted[[5, 25, 50, 75, 95][i]!]!, 9));
      expect(last).toBeCloseTo(all.at(-1)!, 9);
      expect(count).toBe(101);
    }
  });

  it('leaves out lengths with too few windows, and has nothing for too few days', () => {
    const windows = (rows: number) => volatilityCone(sliceCandles(days, 0, rows)).map(({ window }) => window);
    expect(windows(300)).toEqual([7, 14, 30, 60, 90]);
    expect(windows(60)).toEqual([7, 14, 30]);
    expect(windows(20)).toEqual([]);
  });

  it('does not know a newest window that has a gap', () => {
    const cut = candlesOf(Array.from({ length: 300 }, (_, i) => bar(i)).filter((_, i) => i < 280 || i > 290));
    const [week, , month] = volatilityCone(cut);
    expect([week!.last > 0, month!.last]).toEqual([true, NaN]);
  });

  it('refuses windows and histories that are none', () => {
    const of = (changed: object) => () => volatilityCone(days, { ...VOLATILITY_CONE_V1, ...changed });
    expect(of({ windows: [1] })).toThrow('"windows" expected ascending whole numbers of at least 2');
    expect(of({ windows: [9, 7] })).toThrow('"windows" expected ascending');
    expect(of({ history: 10 })).toThrow('"history" expected at least "leastHistory"');
  });
});
