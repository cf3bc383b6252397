import { candlesOf, HOUR_MS, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { anyCandles, barsContract, barsOf, causalityContract, ohlcv, scaleContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHarConfig, HAR_V1, type HarConfig } from './config.ts';
import { HAR_DERIVATIVE_INPUTS, HAR_DERIVATIVES_V1 } from './derivatives.ts';
import { checkHarFit, type HarFit } from './fit.ts';
import { createHar, har, harLookback, harRows, type HarSnapshot } from './har.ts';
import { HAR_INPUTS } from './inputs.ts';
import { harSeries } from './series.ts';
import { windowSum, windowSumSlots } from './window-sum.ts';

/** Version 1 with windows that fit short series. */
const SMALL: HarConfig = { ...HAR_V1, version: 'har/test', windows: [2, 4, 7, 20], leastHours: 5, mostMissing: 3 };

const FIT: HarFit = {
  inputs: [...HAR_INPUTS],
  h4: {
    coefficients: [0.3, 0.3, 0.25, 0.1, -0.2, -0.1, -0.07, -0.12, -0.03, 0.07, 0.1, -0.1, -0.1],
    intercept: -0.1,
    deviation: 0.4,
    returnScale: 1.1,
  },
  h24: {
    coefficients: [0.2, 0.2, 0.3, 0.2, -0.2, -0.1, 0.03, -0.02, -0.01, 0.01, 0.1, 0.1, -0.3],
    intercept: -0.4,
    deviation: 0.3,
    returnScale: 1.05,
  },
  rows: 1_000,
};

const inputColumns = (bars: Candles) => {
  const { inputs, variance } = harRows(bars, SMALL);
  const column = (i: number) =>
    Float64Array.from({ length: bars.length }, (_, t) => inputs[t * HAR_INPUTS.length + i]!);
  return { ...Object.fromEntries(HAR_INPUTS.map((name, i) => [name, column(i)])), variance };
};

barsContract({
  name: 'HAR+',
  create: (resume?: HarSnapshot) => createHar(FIT, SMALL, resume),
  columns: (bars) => har(bars, FIT, SMALL),
});
barsContract({
  name: 'HAR+ without gaps',
  create: (resume?: HarSnapshot) => createHar(FIT, SMALL, resume),
  columns: (bars) => har(bars, FIT, SMALL),
  bars: ohlcv({ gaps: false }),
  lookback: harLookback(SMALL),
});
causalityContract({ name: 'HAR+', columns: (bars) => har(bars, FIT, SMALL) });
causalityContract({ name: 'inputs of HAR+', columns: inputColumns });
scaleContract({ name: 'HAR+', degree0: (bars) => har(bars, FIT, SMALL) });
scaleContract({ name: 'inputs of HAR+', degree0: inputColumns });

const KLEIN = 2 * Math.log(2) - 1;
const isWeekend = (time: number): boolean => [0, 6].includes(new Date(time).getUTCDay());

/** Every input from its definition, over the whole past of each bar. */
function naive(bars: readonly Bar[], { windows, leastHours, mostMissing, epsilon }: HarConfig): number[][] {
  const hours = bars.map((bar, i) => {
    const before = bars[i - 1];
    const joined = before !== undefined && (bar.time - before.time) / HOUR_MS - 1 <= mostMissing;
    const jump = joined ? Math.log(bar.open / before.close) : 0;
    const g = 0.5 * Math.log(bar.high / bar.low) ** 2 - KLEIN * Math.log(bar.close / bar.open) ** 2 + jump ** 2;
    return { time: bar.time, g, r: Math.log(bar.close / (joined ? before.close : bar.open)) };
  });
  const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
  return hours.map(({ time }, i) => {
    const last = (count: number) => hours.slice(0, i + 1).filter((hour) => hour.time > time - count * HOUR_MS);
    const [quarter, day, week, month] = windows.map(last) as [typeof hours, typeof hours, typeof hours, typeof hours];
    const [w0, w1, w2] = windows;
    if (month.length < leastHours || quarter.length < w0 / 2 || day.length < w1 / 2 || week.length < w2 / 2) {
      return HAR_INPUTS.map(() => NaN);
    }
    const root = (list: typeof hours): number => Math.sqrt(sum(list.map(({ g }) => g)) / list.length);
    const squares = sum(day.map(({ r }) => r * r));
    const down = sum(day.filter(({ r }) => r < 0).map(({ r }) => r * r));
    const next = time + HOUR_MS;
    const angle = (2 * Math.PI * (new Date(next).getUTCHours() % 24)) / 24;
    const share = (from: number, count: number): number =>
      Array.from({ length: count }, (_, k) => Number(isWeekend(from + k * HOUR_MS))).reduce((a, b) => a + b, 0) / count;
    return [
      ...[quarter, day, week, month].map((list) => Math.log(root(list) + epsilon)),
      squares > 0 ? down / squares - 0.5 : 0,
      Math.min(0, sum(day.map(({ r }) => r))) / (Math.sqrt(w1) * root(month) + epsilon),
      Math.sin(angle),
      Math.cos(angle),
      Math.sin(2 * angle),
      Math.cos(2 * angle),
      share(next - 24 * HOUR_MS, 24),
      share(next, 4),
      share(next, 24),
    ];
  });
}

describe('inputs of HAR+', () => {
  it('equal the definitions, written out, across gaps of any length', () => {
    fc.assert(
      fc.property(anyCandles(), fc.array(fc.nat({ max: 30 }), { maxLength: 5 }), (drawn, gaps) => {
        const bars = barsOf(drawn).map((bar, i, { length }) => {
          const later = gaps.filter((_, k) => i >= ((k + 1) * length) / (gaps.length + 1));
          return { ...bar, time: bar.time + HOUR_MS * later.reduce((sum, hours) => sum + hours, 0) };
        });
        const { inputs } = harRows(candlesOf(bars), SMALL);
        naive(bars, SMALL).forEach((row, t) => {
          const ours = inputs.subarray(t * HAR_INPUTS.length, (t + 1) * HAR_INPUTS.length);
          expect(Array.from(ours)).toMatchOracle(row, { rel: 1e-9, abs: 1e-9 });
        });
      }),
    );
  });

  it('count the jump from the close before over a few missing hours, and no longer', () => {
    const after = (missing: number): number => {
      const bar = { open: 1, high: 1, low: 1, close: 1, volume: 0 };
      const later = {
        time: (missing + 1) * HOUR_MS,
        open: Math.E,
        high: Math.E,
        low: Math.E,
        close: Math.E,
        volume: 0,
      };
      return harRows(candlesOf([{ time: 0, ...bar }, later]), SMALL).variance[1]!;
    };
    expect([0, 1, 3].map(after)).toMatchOracle([1, 1, 1], { rel: 1e-15, abs: 0 });
    expect([4, 5, 400].map(after)).toEqual([0, 0, 0]);
  });

  it.each([
    ['all hours', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], true],
    ['half of the short window', [0, 1, 2, 3, 4, 5, 6, 7, 10, 11], true],
    ['less than half of the short window', [0, 1, 2, 3, 4, 5, 6, 7, 11], false],
    ['half of the day', [0, 1, 2, 3, 8, 9, 10, 11], true],
    ['less than half of the day', [0, 1, 2, 3, 9, 10, 11], false],
    ['half of the week', [0, 1, 18, 19, 20, 21, 22, 23], true],
    ['less than half of the week', [0, 1, 2, 19, 20, 21, 22, 23], false],
    ['the least number of hours', [5, 6, 7, 8, 9, 10, 11], true],
    ['one hour less', [6, 7, 8, 9, 10, 11], false],
  ])('are there with %s: bars at hours %j: %s', (_, hours, isKnown) => {
    const bar = { open: 1, high: 2, low: 1, close: 1, volume: 0 };
    const bars = candlesOf(hours.map((hour) => ({ time: hour * HOUR_MS, ...bar })));
    const config: HarConfig = { ...SMALL, windows: [4, 8, 12, 40], leastHours: 7 };
    const newest = harRows(bars, config).inputs.slice(-HAR_INPUTS.length);
    expect(newest.every(Number.isFinite)).toBe(isKnown);
    expect(newest.every(Number.isNaN)).toBe(!isKnown);
  });

  it('know Saturday and Sunday', () => {
    const { start } = SIMULATOR_V1;
    const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 400 * HOUR_MS);
    const { inputs } = harRows(bars);
    const at = HAR_INPUTS.indexOf('weekend ahead 4');
    for (let t = 200; t < 390; t++) {
      const ahead = [1, 2, 3, 4].filter((k) => isWeekend(bars.time[t]! + k * HOUR_MS)).length / 4;
      expect(inputs[t * HAR_INPUTS.length + at]).toBe(ahead);
    }
  });
});

describe('HAR+', () => {
  it('expects a constant volatility where there was one, and nothing of a market that stands still', () => {
    const flat = Array.from({ length: 400 }, (_, i) => ({
      time: SIMULATOR_V1.start + i * HOUR_MS,
      open: 100,
      high: 100,
      low: 100,
      close: 100,
      volume: 1,
    }));
    const only = (name: (typeof HAR_INPUTS)[number]) => HAR_INPUTS.map((input) => Number(input === name));
    const line = { coefficients: only('month'), intercept: 0, deviation: 0, returnScale: 1 };
    const fit = { inputs: [...HAR_INPUTS], h4: line, h24: line, rows: 0 };
    expect(har(candlesOf(flat), fit).h24[300]).toBeCloseTo(HAR_V1.epsilon, 15);
    const swinging = flat.map((bar) => ({ ...bar, high: 101 }));
    const expected = Math.sqrt(0.5) * Math.log(1.01) + HAR_V1.epsilon;
    expect(har(candlesOf(swinging), fit).h24[300]).toMatchOracle(expected, { rel: 1e-12, abs: 0 });
  });

  it('is defined again after an outage of months as soon as a week is known', () => {
    const { start } = SIMULATOR_V1;
    const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 4_000 * HOUR_MS);
    const before = barsOf(sliceCandles(bars, 0, 1_000));
    const after = barsOf(sliceCandles(bars, 3_000, 4_000));
    const { h24 } = har(candlesOf([...before, ...after]), FIT);
    const again = h24.findIndex((value, i) => i >= 1_000 && !Number.isNaN(value));
    expect(again).toBe(1_000 + HAR_V1.leastHours - 1);
    // The outage leaves no trace: neither the jump over it nor a window from before.
    const alone = har(candlesOf(after), FIT).h24;
    expect(Array.from(h24.subarray(1_000))).toEqual(Array.from(alone));
  });

  it('has the inputs of a point beside it, once there are any', () => {
    const { start } = SIMULATOR_V1;
    const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 12 * HOUR_MS);
    const { inputs } = harRows(bars, SMALL);
    const live = createHar(FIT, SMALL);
    const points = barsOf(bars).map((bar) => live.next(bar));
    const given = points.map((point) => [...point.inputs]);
    const rows = points.map((_, t) => [...inputs.subarray(t * HAR_INPUTS.length, (t + 1) * HAR_INPUTS.length)]);
    expect(given).toEqual(rows.map((row) => row.filter((value) => !Number.isNaN(value))));
    expect(points.map(({ derivatives }) => derivatives)).toEqual(points.map(() => false));
  });

  it('accepts a fit of more inputs, with funding and open interest, by the same rules', () => {
    const names = [...HAR_INPUTS, ...HAR_DERIVATIVE_INPUTS];
    const line = { coefficients: names.map(() => 0), intercept: 0, deviation: 0, returnScale: 0 };
    const derivatives = { inputs: names, h4: line, h24: line, rows: 1, config: HAR_DERIVATIVES_V1 };
    const fit = { ...FIT, derivatives };
    expect(checkHarFit('har', fit)).toBe(fit);
    const bad = (part: Partial<typeof derivatives>) => () =>
      checkHarFit('har', { ...FIT, derivatives: { ...derivatives, ...part } });
    expect(bad({ inputs: [...HAR_INPUTS] })).toThrow('"har.derivatives.inputs" expected quarter, day');
    expect(bad({ h24: { ...line, coefficients: [] } })).toThrow(
      '"har.derivatives.h24.coefficients" expected 18 values',
    );
    expect(bad({ config: { ...HAR_DERIVATIVES_V1, clip: 0 } })).toThrow('"clip" expected a number > 0, got 0');
  });

  it('refuses configs, fits, bars off the hour and snapshots of another config by name', () => {
    expect(() => checkHarConfig({ ...HAR_V1, windows: [6, 6, 168, 720] })).toThrow('"windows[1]"');
    expect(() => checkHarConfig({ ...HAR_V1, leastHours: 721 })).toThrow('"leastHours" expected at most 720, got 721');
    expect(checkHarConfig({ ...HAR_V1, leastHours: 720 }).leastHours).toBe(720);
    expect(() => checkHarConfig({ ...HAR_V1, epsilon: 0 })).toThrow('"epsilon"');
    expect(() => checkHarFit('har', { ...FIT, inputs: ['day'] })).toThrow('"har.inputs" expected quarter, day');
    expect(() => checkHarFit('har', { ...FIT, h4: { ...FIT.h4, coefficients: [1] } })).toThrow('"har.h4.coefficients"');
    expect(() => checkHarFit('har', { ...FIT, h4: { ...FIT.h4, returnScale: -1 } })).toThrow('"har.h4.returnScale"');
    expect(() => checkHarFit('har', { ...FIT, h24: { ...FIT.h24, intercept: NaN } })).toThrow('"har.h24 number 13"');
    const endless = FIT.h4.coefficients.with(2, Infinity);
    expect(() => checkHarFit('har', { ...FIT, h4: { ...FIT.h4, coefficients: endless } })).toThrow('"har.h4 number 2"');
    const bar = { time: 1_800_000, open: 1, high: 1, low: 1, close: 1, volume: 0 };
    expect(() => createHar(FIT).next(bar)).toThrow('"time" expected a full hour, got 1800000');
    expect(() => harRows(candlesOf([bar]))).toThrow('"time" expected a full hour, got 1800000');
    expect(() => createHar(FIT, HAR_V1, createHar(FIT, SMALL).snapshot())).toThrow('"resume"');
    expect(() => harSeries(candlesOf([]))).toThrow('"bars" expected at least one, got none');
  });
});

describe('a sum of a window', () => {
  it('is that of the last terms, and of zeros exactly 0', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.constant(0)), { maxLength: 60 }),
        (window, terms) => {
          const state = new Float64Array(windowSumSlots(window) + 3);
          const sums = new Float64Array(2);
          terms.forEach((_, i) => {
            const last = terms.slice(Math.max(0, i + 1 - window), i + 1);
            const sum = last.reduce((total, value) => total + value, 0);
            windowSum(state, 3, window, Float64Array.from(terms), i, sums, 1);
            const ours = sums[1]!;
            expect(ours).toMatchOracle(sum, { rel: 1e-14, abs: 0 });
            if (last.every((value) => value === 0)) expect(ours).toBe(0);
          });
        },
      ),
    );
  });
});
