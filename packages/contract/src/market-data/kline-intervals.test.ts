import { DAY_MS, HOUR_MS, stepMs } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedFor, barsOf, isOpenAfter, KLINE_INTERVALS, type Kline } from './kline-intervals.ts';

/** Whole volumes add up without rounding, in any order. */
function barAtStep(time: number, i: number): Kline {
  const price = 100 + ((i * 37) % 11);
  return { time, open: price, high: price + 3, low: price - 2, close: price + 1, volume: i, quoteVolume: 2 * i, trades: 1, takerBuy: i % 5 }; // prettier-ignore
}

const derived = KLINE_INTERVALS.filter((name) => askedFor(name, 1)!.interval !== name);
const drawn = fc.record({
  name: fc.constantFrom(...derived),
  from: fc.integer({ min: 0, max: 3000 }),
  count: fc.integer({ min: 0, max: 200 }),
});

/** Open of the next bar of a length, by the calendar. */
function nextOpen(name: string, open: number): number {
  const date = new Date(open);
  if (name === '1M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return open + Number.parseInt(name, 10) * { m: 60_000, h: HOUR_MS, d: DAY_MS }[name.at(-1) as 'm' | 'h' | 'd'];
}

describe('bars of a pair in the lengths of the exchange', () => {
  it('are those of the contract as they are, and seven that are made', () => {
    expect(derived).toEqual(['3m', '2h', '6h', '8h', '12h', '3d', '1M']);
    expect(askedFor('7m', 1)).toBeUndefined();
    expect(askedFor('toString', 1)).toBeUndefined();
  });

  it('hold each shorter bar once: prices of the span, sums of the rest', () => {
    fc.assert(
      fc.property(drawn, ({ name, from, count }) => {
        const step = stepMs(askedFor(name, 1)!.interval);
        const bars = Array.from({ length: count }, (_, i) => barAtStep(20_000 * DAY_MS + (from + i) * step, i)); // prettier-ignore
        const rows = barsOf(name, bars);
        for (const row of rows) {
          const within = bars.filter(({ time }) => time >= row.time && time < nextOpen(name, row.time));
          expect(within[0]!.time).toBe(row.time);
          expect([row.open, row.close]).toEqual([within[0]!.open, within.at(-1)!.close]);
          expect(row.high).toBe(Math.max(...within.map(({ high }) => high)));
          expect(row.low).toBe(Math.min(...within.map(({ low }) => low)));
          expect(row.volume).toBe(within.reduce((sum, { volume }) => sum + volume, 0));
          expect(row.takerBuy).toBe(within.reduce((sum, { takerBuy }) => sum + takerBuy, 0));
          expect(row.trades).toBe(within.length);
        }
        for (const [i, row] of rows.slice(1).entries()) expect(row.time).toBe(nextOpen(name, rows[i]!.time));
        // Nothing is lost but what lies before the first whole bar.
        const kept = rows.reduce((sum, { trades }) => sum + trades, 0);
        expect(bars.length - kept).toBe(rows.length === 0 ? bars.length : bars.findIndex(({ time }) => time === rows[0]!.time)); // prettier-ignore
      }),
    );
  });

  it('are open until their last shorter bar has closed', () => {
    fc.assert(
      fc.property(drawn, ({ name, from, count }) => {
        fc.pre(count > 0);
        const step = stepMs(askedFor(name, 1)!.interval);
        const bars = Array.from({ length: count }, (_, i) => barAtStep(20_000 * DAY_MS + (from + i) * step, i));
        const rows = barsOf(name, bars);
        fc.pre(rows.length > 0);
        const end = bars.at(-1)!.time + step;
        expect(isOpenAfter(name, bars.at(-1)!.time)).toBe(end < nextOpen(name, rows.at(-1)!.time));
      }),
    );
  });

  it('ask for enough shorter bars to make those wanted', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 1, max: 40 }), ({ name, from }, limit) => {
        const { interval, count } = askedFor(name, limit)!;
        const step = stepMs(interval);
        const bars = Array.from({ length: count }, (_, i) => barAtStep(20_000 * DAY_MS + (from + i) * step, i));
        expect(barsOf(name, bars).length).toBeGreaterThanOrEqual(limit - 1);
        expect(barsOf('1h', bars)).toBe(bars);
      }),
    );
  });
});
