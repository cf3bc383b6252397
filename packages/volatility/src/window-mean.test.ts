import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowMean, windowMeanSlots } from './window-mean.ts';

const terms = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 200 });
const size = fc.integer({ min: 1, max: 40 });

function column(values: readonly number[], window: number): Float64Array {
  const out = Float64Array.from(values);
  windowMean(new Float64Array(windowMeanSlots(window)), 0, window, out, out);
  return out;
}

describe('windowMean', () => {
  it('is the mean of the last terms, to n units in the last place', () => {
    fc.assert(
      fc.property(terms, size, (values, window) => {
        const means = column(values, window);
        for (let i = window - 1; i < values.length; i++) {
          const sum = values.slice(i - window + 1, i + 1).reduce((total, value) => total + value, 0);
          expect(means[i]).toMatchOracle(sum / window, { rel: 2 * window * Number.EPSILON, abs: 0 });
        }
      }),
    );
  });

  it('gives the same to the bit however the terms are dealt out to calls', () => {
    fc.assert(
      fc.property(terms, size, fc.array(fc.integer({ min: 0, max: 30 })), (values, window, cuts) => {
        const state = new Float64Array(7 + windowMeanSlots(window));
        const out = Float64Array.from(values);
        let from = 0;
        for (const cut of [...cuts, values.length]) {
          const part = out.subarray(from, Math.min(from + cut, values.length));
          windowMean(state, 7, window, part, part);
          from += part.length;
        }
        expect(out).toEqual(column(values, window));
        expect(state.subarray(0, 7)).toEqual(new Float64Array(7));
      }),
    );
  });

  it('forgets: a window of zeros is exactly 0 whatever came before', () => {
    const values = [1e300, 3e-7, 1e12, 0.1, 0, 0, 0, 0, 0, 0, 0, 0];
    expect([...column(values, 4).subarray(7)]).toEqual([0, 0, 0, 0, 0]);
  });
});
