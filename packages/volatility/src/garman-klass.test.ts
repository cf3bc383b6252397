import { candlesOf, type Bar } from '@barograph/core';
import { anyCandles } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { garmanKlassYangZhangVariance } from './garman-klass-yang-zhang.ts';
import { garmanKlass, garmanKlassVariance } from './garman-klass.ts';
import { parkinson, parkinsonVariance } from './parkinson.ts';
import { rogersSatchell, rogersSatchellVariance } from './rogers-satchell.ts';

/** Worked example: computed by hand and by R, with the same result. */
const BAR: Bar = { time: 0, open: 100, high: 103, low: 99, close: 101, volume: 1 };
const EXACT = { rel: 1e-14, abs: 0 };
/** Room for the last bits of three logarithms. */
const UP = 1 + 1e-13;

describe('one bar', () => {
  it('100, 103, 99, 101 has the variances of the worked example', () => {
    const { open, high, low, close } = BAR;
    expect(garmanKlassVariance(open, high, low, close)).toMatchOracle(0.0007461952594335577, EXACT);
    expect(parkinsonVariance(high, low)).toMatchOracle(0.0005658552269393287, EXACT);
    expect(rogersSatchellVariance(open, high, low, close)).toMatchOracle(0.000780616345723972, EXACT);
    expect(garmanKlass(candlesOf([BAR]), { window: 1, periodsPerYear: 365 })[0]).toBeCloseTo(52.18824, 5);
  });

  it('with a jump before it adds the squared jump', () => {
    const jump = Math.log(100 / 98) ** 2;
    expect(garmanKlassYangZhangVariance(98, 100, 103, 99, 101)).toMatchOracle(0.0007461952594335577 + jump, EXACT);
    expect(garmanKlassYangZhangVariance(100, 100, 103, 99, 101)).toBe(garmanKlassVariance(100, 103, 99, 101));
  });

  it('has a Garman–Klass variance within 0.1137…0.5 and a Rogers–Satchell variance within 0…1 of its squared range', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        for (let i = 0; i < bars.length; i++) {
          const [open, high, low, close] = [bars.open[i]!, bars.high[i]!, bars.low[i]!, bars.close[i]!];
          const squared = 4 * Math.LN2 * parkinsonVariance(high, low);
          const garman = garmanKlassVariance(open, high, low, close);
          expect(garman).toBeGreaterThanOrEqual((1.5 - 2 * Math.LN2) * squared * (1 - 1e-13));
          expect(garman).toBeLessThanOrEqual(0.5 * squared * UP);
          const rogers = rogersSatchellVariance(open, high, low, close);
          expect(rogers).toBeGreaterThanOrEqual(0);
          expect(rogers).toBeLessThanOrEqual(squared * UP);
        }
      }),
    );
  });

  it('reaches the bounds: a bar that is all body, one that is all wick, and one that ends where it began', () => {
    const squared = Math.log(1.2) ** 2;
    expect(garmanKlassVariance(100, 120, 100, 120)).toMatchOracle((1.5 - 2 * Math.LN2) * squared, EXACT);
    expect(rogersSatchellVariance(100, 120, 100, 120)).toBe(0);
    expect(garmanKlassVariance(100, 120, 100, 100)).toMatchOracle(0.5 * squared, EXACT);
    expect(rogersSatchellVariance(100, 120, 100, 100)).toMatchOracle(squared, EXACT);
  });
});

describe('windows', () => {
  it('keep the ratio of Garman–Klass to Parkinson volatility within √0.315…√1.386 squared', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 1, max: 12 }), (bars, window) => {
        const config = { window, periodsPerYear: 365 };
        const [garman, range, rogers] = [
          garmanKlass(bars, config),
          parkinson(bars, config),
          rogersSatchell(bars, config),
        ];
        for (let i = window - 1; i < bars.length; i++) {
          const unit = range[i]! ** 2;
          expect(garman[i]! ** 2).toBeGreaterThanOrEqual(4 * Math.LN2 * (1.5 - 2 * Math.LN2) * unit * (1 - 1e-13));
          expect(garman[i]! ** 2).toBeLessThanOrEqual(2 * Math.LN2 * unit * UP);
          expect(rogers[i]! ** 2).toBeLessThanOrEqual(4 * Math.LN2 * unit * UP);
        }
      }),
    );
    expect(4 * Math.LN2 * (1.5 - 2 * Math.LN2)).toBeCloseTo(0.315, 3);
    expect(2 * Math.LN2).toBeCloseTo(1.386, 3);
  });
});
