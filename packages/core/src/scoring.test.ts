/** Proper scores are lowest at the true distribution, and invalid forecasts are refused. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from './errors.ts';
import { brierScore, logScore } from './scoring.ts';

/** A distribution over some classes, none of them impossible. */
const distribution = (classes: number) =>
  fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: classes, maxLength: classes }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });
const pair = fc.integer({ min: 2, max: 6 }).chain((classes) => fc.tuple(distribution(classes), distribution(classes)));

/** Mean score of a forecast when outcomes come from `truth`. */
const expected = (
  score: (probabilities: readonly number[], came: number) => number,
  truth: readonly number[],
  forecast: readonly number[],
): number => truth.reduce((sum, p, came) => sum + p * score(forecast, came), 0);

describe('log and Brier scores', () => {
  it('are least in the mean for the distribution that outcomes come from', () => {
    fc.assert(
      fc.property(pair, ([truth, forecast]) => {
        for (const score of [logScore, brierScore]) {
          expect(expected(score, truth, forecast)).toBeGreaterThanOrEqual(expected(score, truth, truth) - 1e-12);
        }
      }),
    );
  });

  it('are 0 for certainty that came, and bounded for certainty that did not', () => {
    expect([logScore([0, 1], 1), brierScore([0, 1], 1)]).toEqual([-0, 0]);
    expect(brierScore([0, 1], 0)).toBe(2);
    expect(logScore([0, 1], 0)).toBeCloseTo(12 * Math.LN10, 12);
  });

  it('refuse an unknown class and an invalid probability', () => {
    for (const score of [logScore, brierScore]) {
      for (const came of [-1, 2, 0.5, NaN]) expect(() => score([0.5, 0.5], came)).toThrow(UsageError);
      for (const p of [-0.1, 1.1, NaN]) expect(() => score([p, 0.5], 0)).toThrow(UsageError);
    }
  });
});
