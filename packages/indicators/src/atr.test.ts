import { candlesOf, type Bar } from '@barograph/core';
import {
  adversarialBars,
  anyCandles,
  barsContract,
  barsOf,
  causalityContract,
  scaleContract,
} from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atr, ATR_DEFAULTS, atrLookback, atrSettledAfter, createAtr, type AtrSnapshot } from './atr.ts';
import { trueRange } from './true-range.ts';

for (const period of [2, 5, 14]) {
  barsContract({
    name: `ATR(${period})`,
    create: (resume?: AtrSnapshot) => createAtr({ period }, resume),
    columns: (bars) => ({ atr: atr(bars, { period }) }),
    lookback: atrLookback({ period }),
    defined: ({ atr }) => !Number.isNaN(atr),
  });
}

causalityContract({ name: 'ATR', columns: (bars) => ({ atr: atr(bars) }) });
scaleContract({ name: 'ATR', degree1: (bars) => ({ atr: atr(bars, { period: 5 }) }) });

/** Wilder's three differences and the average, from the definitions. */
function naiveAtr(bars: readonly Bar[], period: number): number[] {
  const ranges = bars.map((bar, i) => {
    const before = bars[i - 1];
    if (before === undefined) return NaN;
    return Math.max(bar.high - bar.low, Math.abs(bar.high - before.close), Math.abs(bar.low - before.close));
  });
  const out: number[] = [];
  ranges.forEach((range, i) => {
    const seed = ranges.slice(1, period + 1);
    if (i < period) out.push(NaN);
    else if (i === period) out.push(seed.reduce((sum, value) => sum + value, 0) / period);
    else out.push((out[i - 1]! * (period - 1) + range) / period);
  });
  return out;
}

describe('ATR', () => {
  it('equals the definition, written out', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 2, max: 20 }), (bars, period) => {
        expect([...atr(bars, { period })]).toMatchOracle(naiveAtr(barsOf(bars), period), { rel: 1e-12, abs: 0 });
      }),
    );
  });

  it('is never negative and never above the greatest true range so far', () => {
    let defined = 0;
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        let greatest = 0;
        for (const [i, value] of atr(bars, { period: 3 }).entries()) {
          if (i > 0) {
            greatest = Math.max(greatest, trueRange(bars.high[i]!, bars.low[i]!, bars.close[i - 1]!));
          }
          if (Number.isNaN(value)) continue;
          defined++;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(greatest * (1 + 1e-14));
        }
      }),
    );
    expect(defined).toBeGreaterThan(10);
  });

  it('is exactly 0 where nothing ever moved', () => {
    const { bars } = adversarialBars().find(({ name }) => name === 'constant')!;
    expect(atr(bars)[bars.length - 1]).toBe(0);
  });

  it('of two overlapping ranges agrees to 1e-9 once both ran 20 periods past their seeds', () => {
    const all = barsOf(longSeries());
    const period = 5;
    const whole = atr(candlesOf(all), { period });
    const part = atr(candlesOf(all.slice(37)), { period });
    const settled = 37 + period + 20 * period;
    expect([...whole.subarray(settled)]).toMatchOracle([...part.subarray(settled - 37)], { rel: 1e-9, abs: 0 });
    expect(whole[60]).not.toBe(part[60 - 37]);
  });

  it('has a seed that weighs less than 1 % after 63 further bars at period 14', () => {
    expect(atrSettledAfter()).toBe(14 + 63);
    expect((13 / 14) ** 63).toBeLessThan(0.01);
    expect((13 / 14) ** 62).toBeGreaterThan(0.01);
  });

  it.each([1, 0, -3, 2.5, NaN, Infinity])('refuses a period of %s', (period) => {
    expect(() => atr(candlesOf([]), { period })).toThrow(/"period" expected an integer ≥ 2, got/);
    expect(() => createAtr({ period })).toThrow(/"period" expected an integer ≥ 2, got/);
  });

  it('refuses a bad bar by its field and keeps its state', () => {
    const stream = createAtr();
    stream.next({ time: 0, open: 1, high: 2, low: 1, close: 2, volume: 1 });
    const before = stream.snapshot();
    expect(() => stream.next({ time: 1, open: 1, high: NaN, low: 1, close: 2, volume: 1 })).toThrow(
      /"high" expected a finite price > 0, got NaN/,
    );
    expect(stream.snapshot()).toEqual(before);
  });

  it('refuses a snapshot of another period', () => {
    const snapshot = createAtr({ period: 5 }).snapshot();
    expect(() => createAtr(ATR_DEFAULTS, snapshot)).toThrow(
      /"resume" expected a version 1 or 2 snapshot of \{"period":14\}/,
    );
  });
});

function longSeries() {
  const bars: Bar[] = [];
  let price = 100;
  for (let i = 0; i < 400; i++) {
    const open = price;
    price *= 1 + 0.02 * Math.sin(i * 1.7) + 0.01 * Math.sin(i * 0.31);
    const [low, high] = [Math.min(open, price) * 0.995, Math.max(open, price) * 1.004];
    bars.push({ time: i * 3_600_000, open, high, low, close: price, volume: 1 });
  }
  return candlesOf(bars);
}
