import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qlike, squaredError } from './variance-losses.ts';

const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const outcomes = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 40 });
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('losses of a variance forecast', () => {
  it.each([
    ['qlike', qlike],
    ['squared error', squaredError],
  ] as const)('%s is least in the mean at the mean of the outcomes', (_, loss) => {
    fc.assert(
      fc.property(outcomes, fc.double({ min: 0.01, max: 100, noNaN: true }), (realised, other) => {
        const lossOf = (forecast: number): number => mean(realised.map((x) => loss(x, forecast)));
        const least = lossOf(mean(realised));
        expect(least).toBeLessThanOrEqual(lossOf(other) + 1e-9 * (1 + Math.abs(least)));
      }),
    );
  });

  it('qlike is 0 at the outcome alone, above 0 elsewhere, and does not know the unit', () => {
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: -20, max: 20 }), (realised, forecast, power) => {
        expect(qlike(realised, realised)).toBe(0);
        expect(qlike(realised, forecast)).toBeGreaterThanOrEqual(0);
        expect(qlike(realised * 2 ** power, forecast * 2 ** power)).toBe(qlike(realised, forecast));
      }),
    );
  });

  it('qlike punishes a forecast that is too low more than one that is too high by the same factor', () => {
    fc.assert(
      fc.property(positive, fc.double({ min: 1.01, max: 50, noNaN: true }), (realised, factor) => {
        expect(qlike(realised, realised / factor)).toBeGreaterThan(qlike(realised, realised * factor));
      }),
    );
  });

  it.each([
    [0, 1],
    [1, 0],
    [-1, 1],
    [1, NaN],
  ])('qlike of %d and %d is unknown', (realised, forecast) => {
    expect(qlike(realised, forecast)).toBeNaN();
  });
});
