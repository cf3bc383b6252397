import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowVariance, windowVarianceSlots } from './window-variance.ts';

const value = fc.double({ min: -1, max: 1, noNaN: true });
const values = fc.array(value, { maxLength: 200 });
const size = fc.integer({ min: 2, max: 40 });

function column(series: readonly number[], window: number): Float64Array {
  const out = Float64Array.from(series);
  windowVariance(new Float64Array(windowVarianceSlots(window)), 0, window, out, out);
  return out;
}

/** Computes in two passes; the second corrects the rounding of the mean. */
function twoPass(window: readonly number[]): number {
  const n = window.length;
  const mean = window.reduce((total, x) => total + x, 0) / n;
  const rest = window.reduce((total, x) => total + (x - mean), 0);
  return (window.reduce((total, x) => total + (x - mean) ** 2, 0) - (rest * rest) / n) / (n - 1);
}

describe('windowVariance', () => {
  it('is the sample variance of the last values, to n² units in the last place', () => {
    fc.assert(
      fc.property(values, size, (series, window) => {
        const variances = column(series, window);
        for (let i = window - 1; i < series.length; i++) {
          const expected = twoPass(series.slice(i - window + 1, i + 1));
          expect(variances[i]).toMatchOracle(expected, { rel: 2 * window ** 2 * Number.EPSILON, abs: 1e-300 });
          expect(variances[i]).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('keeps its digits beside a mean of a billion deviations', () => {
    const series = Array.from({ length: 100 }, (_, i) => 1e9 + Math.sin(i));
    const variances = column(series, 12);
    for (let i = 11; i < 100; i++) {
      expect(variances[i]).toMatchOracle(twoPass(series.slice(i - 11, i + 1)), { rel: 1e-13, abs: 0 });
    }
  });

  it('keeps its digits when the block before ended with an outlier', () => {
    for (let at = 0; at < 24; at++) {
      const series = Array.from({ length: 60 }, (_, i) => (i === at ? 0.5 : 1e-4 * Math.sin(i)));
      const variances = column(series, 8);
      for (let i = 7; i < 60; i++) {
        expect(variances[i]).toMatchOracle(twoPass(series.slice(i - 7, i + 1)), { rel: 1e-13, abs: 0 });
      }
    }
  });

  it('is exactly 0 for equal values, whatever they are and came after', () => {
    fc.assert(
      fc.property(values, value, size, (before, same, window) => {
        const variances = column([...before, ...Array.from({ length: 3 * window }, () => same)], window);
        expect(new Set(variances.subarray(before.length + window - 1))).toEqual(new Set([0]));
      }),
    );
  });

  it('gives the same to the bit however the values are dealt out to calls', () => {
    fc.assert(
      fc.property(values, size, fc.array(fc.integer({ min: 0, max: 30 })), (series, window, cuts) => {
        const state = new Float64Array(5 + windowVarianceSlots(window));
        const out = Float64Array.from(series);
        let from = 0;
        for (const cut of [...cuts, series.length]) {
          const part = out.subarray(from, Math.min(from + cut, series.length));
          windowVariance(state, 5, window, part, part);
          from += part.length;
        }
        expect(out).toEqual(column(series, window));
      }),
    );
  });
});
