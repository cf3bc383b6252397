import { candleColumns, candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeToClose } from './close-to-close.ts';
import { realizedVolatility } from './realized-volatility.ts';

const prices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 });

describe('realised volatility', () => {
  it('is the root of the mean square of log returns, a year of them, in percent', () => {
    // two returns of ln 2 up and down: the mean square is ln 2 squared
    expect(realizedVolatility([1, 2, 1], 100)).toBeCloseTo(100 * 10 * Math.LN2, 10);
    expect(realizedVolatility([5, 5, 5, 5], 8760)).toBe(0);
  });

  it('is not known with a close that is missing, or without a return', () => {
    expect(realizedVolatility([1, NaN, 1], 365)).toBeNaN();
    expect(realizedVolatility([1], 365)).toBeNaN();
    expect(realizedVolatility([], 365)).toBeNaN();
  });

  it('does not depend on the scale of prices, or on the direction of time', () => {
    fc.assert(
      fc.property(prices, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (closes, scale) => {
        const one = realizedVolatility(closes, 8760);
        expect(
          realizedVolatility(
            closes.map((close) => close * scale),
            8760,
          ),
        ).toBeCloseTo(one, 4);
        expect(realizedVolatility(closes.toReversed(), 8760)).toBeCloseTo(one, 4);
      }),
    );
  });

  it('is close to close with the mean left in', () => {
    fc.assert(
      fc.property(prices, (closes) => {
        fc.pre(closes.length > 2);
        const n = closes.length - 1;
        const columns = candleColumns(closes.length);
        closes.forEach((close, i) => {
          columns.time[i] = i * 3_600_000;
          for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][i] = close;
        });
        const sample = closeToClose(candles(columns), { window: n, periodsPerYear: 1 })[n]!;
        const mean = Math.log(closes.at(-1)! / closes[0]!) / n;
        const square = (sample / 100) ** 2 * ((n - 1) / n) + mean ** 2;
        expect((realizedVolatility(closes, 1) / 100) ** 2).toBeCloseTo(square, 6);
      }),
    );
  });
});
