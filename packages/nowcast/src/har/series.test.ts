import { candlesOf, HOUR_MS } from '@barograph/core';
import { anyCandles, barsOf } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HAR_V1, type HarConfig } from './config.ts';
import { harRows } from './har.ts';
import { HAR_INPUTS } from './inputs.ts';
import { harSeries } from './series.ts';

/** Version 1 with windows that fit short series. */
const SMALL: HarConfig = { ...HAR_V1, version: 'har/test', windows: [2, 4, 7, 20], leastHours: 5, mostMissing: 3 };
const WIDTH = HAR_INPUTS.length;
const NOTHING = HAR_INPUTS.map(() => NaN);

describe('a series of hours', () => {
  it('has a row for every hour from the first bar to the last: that of the bar, or nothing', () => {
    const gaps = fc.array(fc.nat({ max: 9 }), { maxLength: 5 });
    fc.assert(
      fc.property(anyCandles(), gaps, (drawn, missing) => {
        fc.pre(drawn.length > 0);
        const bars = barsOf(drawn).map((bar, i, { length }) => {
          const later = missing.filter((_, k) => i >= ((k + 1) * length) / (missing.length + 1));
          return { ...bar, time: bar.time + HOUR_MS * later.reduce((sum, hours) => sum + hours, 0) };
        });
        const [candles, places] = [candlesOf(bars), new Map(bars.map(({ time }, i) => [time, i]))];
        const rows = harRows(candles, SMALL);
        const { length, time, inputs, variance, returns, config } = harSeries(candles, SMALL);
        expect(config).toBe(SMALL);
        const hours = Array.from({ length }, (_, t) => bars[0]!.time + t * HOUR_MS);
        expect([...time]).toEqual(hours);
        expect(hours.at(-1)).toBe(bars.at(-1)!.time);
        const at = hours.map((hour) => places.get(hour));
        const row = (i: number): number[] => [...rows.inputs.subarray(i * WIDTH, (i + 1) * WIDTH)];
        expect([...inputs]).toEqual(at.flatMap((i) => (i === undefined ? NOTHING : row(i))));
        expect([...variance]).toEqual(at.map((i) => (i === undefined ? NaN : rows.variance[i]!)));
        const close = hours.map((_, t) => bars[at[t] ?? -1]?.close ?? NaN);
        const moves = close.map((now, t) => Math.log(now / (close[t - 1] ?? NaN)));
        expect([...returns]).toMatchOracle(moves, { rel: 1e-12, abs: 1e-15 });
      }),
    );
  });

  it('of three bars with an hour missing has four rows and one return', () => {
    const bar = (hour: number, close: number) => ({ time: hour * HOUR_MS, open: 1, high: 4, low: 1, close, volume: 0 });
    const { length, time, returns } = harSeries(candlesOf([bar(7, 1), bar(8, 2), bar(10, 4)]));
    expect(length).toBe(4);
    expect([...time]).toEqual([7, 8, 9, 10].map((hour) => hour * HOUR_MS));
    expect([...returns]).toMatchOracle([NaN, Math.LN2, NaN, NaN], { rel: 1e-15, abs: 0 });
  });
});
