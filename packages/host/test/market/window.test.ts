import { bucketOpen, candlesOf, HOUR_MS, resample, stepMs, type Bar, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START, waveBars } from '../test-support.ts';
import { closedBy, joinBars, windowOf } from '../../../sources/src/market/window.ts';

const WAVE = waveBars(24 * 30);

/** Some hours left out. */
function holed(keep: readonly boolean[]): Candles {
  const rows: Bar[] = [];
  for (let i = 0; i < WAVE.length; i++) {
    if (!keep[i % keep.length]!) continue;
    const at = (column: Float64Array): number => column[i]!;
    const [time, open, high, low] = [at(WAVE.time), at(WAVE.open), at(WAVE.high), at(WAVE.low)];
    rows.push({ time, open, high, low, close: at(WAVE.close), volume: at(WAVE.volume) });
  }
  return candlesOf(rows);
}
const market = fc.array(fc.boolean(), { minLength: 60, maxLength: 120 }).map((keep) => holed([true, ...keep]));
const mostly = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 60, maxLength: 120 });
const bars = fc.oneof(
  market,
  mostly.map((draws) => holed([true, ...draws.map((draw) => draw > 0)])),
);
const interval = fc.constantFrom('1h', '4h', '1d', '1w');
const moment = fc.integer({ min: START, max: START + 31 * 24 * HOUR_MS });

describe('windowOf', () => {
  it('gives a window of the whole resampled series, whatever is missing', () => {
    fc.assert(
      fc.property(bars, interval, moment, moment, moment, fc.integer({ min: 1, max: 40 }), (all, to, a, b, asOf, n) => {
        const base = closedBy(all, HOUR_MS, asOf);
        const complete = [...resample(base, '1h', to).bars.time];
        const [from, until] = [Math.min(a, b), Math.max(a, b)];
        const ranged = windowOf(base, '1h', to, { kind: 'range', from, to: until }, asOf);
        expect([...ranged.closed.time]).toEqual(complete.filter((time) => time >= from && time <= until));
        const tail = windowOf(base, '1h', to, { kind: 'last', count: n }, asOf);
        expect([...tail.closed.time]).toEqual(complete.slice(-n));
        for (const time of tail.closed.time) expect(time + stepMs(to)).toBeLessThanOrEqual(asOf);
        expect(tail.forming === undefined || tail.forming.time === bucketOpen(asOf, stepMs(to))).toBe(true);
      }),
    );
  });

  it('does not see what closes after the moment', () => {
    fc.assert(
      fc.property(bars, moment, (all, asOf) => {
        for (const time of closedBy(all, HOUR_MS, asOf).time) expect(time + HOUR_MS).toBeLessThanOrEqual(asOf);
        const next = closedBy(all, HOUR_MS, asOf).length;
        if (next < all.length) expect(all.time[next]! + HOUR_MS).toBeGreaterThan(asOf);
      }),
    );
  });
});

describe('joinBars', () => {
  const first = { time: 0, open: 1, high: 5, low: 1, close: 2, volume: 10 };
  const second = { time: 9, open: 2, high: 4, low: 0.5, close: 3, volume: 1 };

  it('is one bar over both', () => {
    expect(joinBars(7, first, second)).toEqual({ time: 7, open: 1, high: 5, low: 0.5, close: 3, volume: 11 });
  });

  it('is the other bar when one is unknown, and nothing when both are', () => {
    expect(joinBars(7, undefined, second)).toEqual({ ...second, time: 7 });
    expect(joinBars(7, first, undefined)).toEqual({ ...first, time: 7 });
    expect(joinBars(7, undefined, undefined)).toBeUndefined();
  });
});
