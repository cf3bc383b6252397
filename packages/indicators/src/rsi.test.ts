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
import { createRsi, rsi, RSI_DEFAULTS, rsiLookback, rsiSettledAfter, type RsiSnapshot } from './rsi.ts';

for (const period of [2, 5, 14]) {
  barsContract({
    name: `RSI(${period})`,
    create: (resume?: RsiSnapshot) => createRsi({ period }, resume),
    columns: (bars) => ({ rsi: rsi(bars, { period }) }),
    lookback: rsiLookback({ period }),
    defined: ({ rsi }) => !Number.isNaN(rsi),
  });
}

causalityContract({ name: 'RSI', columns: (bars) => ({ rsi: rsi(bars, { period: 3 }) }) });
scaleContract({ name: 'RSI', degree0: (bars) => ({ rsi: rsi(bars, { period: 5 }) }) });

/**
 * Wilder's averages from the definition: the first is a mean, then (n − 1) parts of the previous one and one of the
 * new.
 */
function naiveRsi(bars: readonly Bar[], period: number): number[] {
  const changes = bars.map(({ close }, i) => (i === 0 ? NaN : close - bars[i - 1]!.close));
  const average = (side: (change: number) => number): number[] => {
    const out: number[] = [];
    changes.forEach((change, i) => {
      const seed = changes.slice(1, period + 1).map(side);
      if (i < period) out.push(NaN);
      else if (i === period) out.push(seed.reduce((sum, value) => sum + value, 0) / period);
      else out.push((out[i - 1]! * (period - 1) + side(change)) / period);
    });
    return out;
  };
  const gains = average((change) => (change > 0 ? change : 0));
  const losses = average((change) => (change < 0 ? -change : 0));
  return gains.map((gain, i) => {
    const loss = losses[i]!;
    if (gain === 0 && loss === 0) return 50;
    return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss);
  });
}

const flat = (close: number, time: number): Bar => ({ time, open: close, high: close, low: close, close, volume: 1 });
const closesOf = (...closes: readonly number[]) => candlesOf(closes.map(flat));

describe('RSI', () => {
  it('equals the definition, written out', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 2, max: 20 }), (bars, period) => {
        expect([...rsi(bars, { period })]).toMatchOracle(naiveRsi(barsOf(bars), period), { rel: 1e-10, abs: 1e-10 });
      }),
    );
  });

  it('stays within 0…100 exactly, in every market', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        for (const value of rsi(bars, { period: 3 })) {
          if (!Number.isNaN(value)) expect(value >= 0 && value <= 100).toBe(true);
        }
      }),
    );
  });

  it('of a market turned upside down is 100 less itself', () => {
    const price = fc.integer({ min: 8, max: 8_000 }).map((eighths) => eighths / 8);
    fc.assert(
      fc.property(fc.array(price, { maxLength: 60 }), fc.integer({ min: 2, max: 9 }), (closes, period) => {
        const straight = rsi(closesOf(...closes), { period });
        const mirrored = rsi(closesOf(...closes.map((close) => 1_024 - close)), { period });
        expect([...mirrored]).toMatchOracle(
          [...straight].map((value) => 100 - value),
          { rel: 0, abs: 1e-12 },
        );
      }),
    );
  });

  it('rises, or stays, with the last close', () => {
    let defined = 0;
    fc.assert(
      fc.property(anyCandles(), fc.double({ min: 1, max: 3, noNaN: true }), (bars, factor) => {
        fc.pre(bars.length > 0);
        const list = barsOf(bars);
        const last = list.at(-1)!;
        const close = Math.min(last.close * factor, Number.MAX_VALUE / 4);
        const raised = [...list.slice(0, -1), { ...last, close, high: Math.max(last.high, close) }];
        const [lower, higher] = [rsi(bars, { period: 2 }).at(-1)!, rsi(candlesOf(raised), { period: 2 }).at(-1)!];
        if (Number.isNaN(lower)) expect(higher).toBeNaN();
        else {
          defined++;
          expect(higher).toBeGreaterThanOrEqual(lower - 1e-12);
        }
      }),
    );
    expect(defined).toBeGreaterThan(10);
  });

  it('is 50 where nothing ever moved: G + L = 0', () => {
    const { bars } = adversarialBars().find(({ name }) => name === 'constant')!;
    expect(rsi(bars)[bars.length - 1]).toBe(50);
  });

  it('is exactly 100 without a fall and exactly 0 without a rise', () => {
    const rising = Array.from({ length: 40 }, (_, i) => 1 + i * 0.1);
    expect(rsi(closesOf(...rising))[39]).toBe(100);
    expect(rsi(closesOf(...rising.toReversed()))[39]).toBe(0);
  });

  it('holds its value through flat bars: both averages fade alike', () => {
    const moved = [10, 11, 10.5, 11.5, 11];
    const values = rsi(closesOf(...moved, ...Array.from({ length: 200 }, () => 11)), { period: 3 });
    expect(values[204]).toMatchOracle(values[4]!, { rel: 1e-12, abs: 0 });
  });

  it('has its first value at index 14 and a seed that weighs less than 1 % after 63 further bars', () => {
    expect(rsiLookback()).toBe(14);
    expect(rsiSettledAfter()).toBe(14 + 63);
  });

  it('of two overlapping ranges agrees to 1e-9 once both ran 20 periods past their seeds', () => {
    const all = closesOf(...Array.from({ length: 300 }, (_, i) => 100 + 10 * Math.sin(i * 1.7) + 3 * Math.sin(i / 5)));
    const [whole, part] = [rsi(all, { period: 5 }), rsi(candlesOf(barsOf(all).slice(37)), { period: 5 })];
    const settled = 37 + 5 + 100;
    expect([...whole.subarray(settled)]).toMatchOracle([...part.subarray(settled - 37)], { rel: 1e-9, abs: 0 });
    expect(whole[60]).not.toBe(part[60 - 37]);
  });

  it.each([1, 0, -3, 2.5, NaN, Infinity])('refuses a period of %s', (period) => {
    expect(() => rsi(candlesOf([]), { period })).toThrow(/"period" expected an integer ≥ 2, got/);
    expect(() => createRsi({ period })).toThrow(/"period" expected an integer ≥ 2, got/);
  });

  it('refuses a bad bar by its field and keeps its state', () => {
    const stream = createRsi();
    stream.next(flat(1, 0));
    const before = stream.snapshot();
    expect(() => stream.next({ ...flat(1, 1), low: 2 })).toThrow(/"high" expected high ≥ low 2, got 1/);
    expect(stream.snapshot()).toEqual(before);
  });

  it('refuses a snapshot of another period', () => {
    const snapshot = createRsi({ period: 5 }).snapshot();
    expect(() => createRsi(RSI_DEFAULTS, snapshot)).toThrow(
      /"resume" expected a version 1 or 2 snapshot of \{"period":14\}/,
    );
  });
});
