import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChain } from '../hmm/chain.ts';
import { createSampler, cumulate, DRAWS, GUIDE_BITS, stateOf } from './sampler.ts';

const row = fc
  .array(fc.oneof(fc.constant(0), fc.nat({ max: 1_000 })), { minLength: 2, maxLength: 12 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
const anyDraw = fc.oneof(fc.nat({ max: DRAWS - 1 }), fc.constantFrom(0, 1, 2 ** 31, DRAWS - 1));

describe('the next state of a draw', () => {
  it('is the one whose share of the cumulated probabilities holds it, and is never impossible', () => {
    fc.assert(
      fc.property(row, anyDraw, (probabilities, n) => {
        const u = (n + 0.5) / DRAWS;
        const state = stateOf(cumulate(Float64Array.from(probabilities)), n + 0.5);
        const upTo = (k: number): number => probabilities.slice(0, k).reduce((sum, p) => sum + p, 0);
        expect(probabilities[state]).toBeGreaterThan(0);
        expect(u >= upTo(state) - 1e-12 && u <= upTo(state + 1) + 1e-12).toBe(true);
      }),
    );
  });

  it('is never below where the table begins to look, and the table is not far off', () => {
    fc.assert(
      fc.property(row, anyDraw, (probabilities, n) => {
        const rows = probabilities.map(() => probabilities);
        const { guide, cumulated } = createSampler(createChain(probabilities, rows).transition);
        const cell = n >>> (32 - GUIDE_BITS);
        const begin = guide[cell]!;
        const state = stateOf(cumulated.subarray(0, probabilities.length), n + 0.5);
        expect(begin).toBeLessThanOrEqual(state);
        // The gap is at most as wide as the cell.
        const between = probabilities.slice(begin + 1, state).reduce((sum, p) => sum + p, 0);
        expect(between).toBeLessThanOrEqual(2 ** -GUIDE_BITS + 1e-12);
      }),
    );
  });

  it('exists for every draw of a row that misses 1 by rounding', () => {
    const short = Float64Array.from([0.3, 0.7 - 1e-9, 0]);
    expect(stateOf(cumulate(short), DRAWS - 0.5)).toBe(1);
  });
});
