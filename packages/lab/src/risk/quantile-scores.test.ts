import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crpsOfQuantiles, crpsOfSample, pinball } from './quantile-scores.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const list = fc.array(number, { minLength: 1, maxLength: 30 });
const ascending = list.map((values) => values.toSorted((a, b) => a - b));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('pinball loss', () => {
  it('is least in the mean at a quantile of the outcomes', () => {
    fc.assert(
      fc.property(ascending, fc.double({ min: 0.01, max: 0.99, noNaN: true }), number, (outcomes, share, other) => {
        const lossOf = (quantile: number): number => mean(outcomes.map((y) => pinball(y, quantile, share)));
        const quantile = outcomes[Math.ceil(share * outcomes.length) - 1]!;
        expect(lossOf(quantile)).toBeLessThanOrEqual(lossOf(other) + 1e-9);
      }),
    );
  });

  it('is half the absolute error at the median, and mirrors with the sign', () => {
    fc.assert(
      fc.property(number, number, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (outcome, quantile, share) => {
        expect(pinball(outcome, quantile, 0.5)).toBe(Math.abs(outcome - quantile) / 2);
        expect(pinball(-outcome, -quantile, 1 - share)).toBeCloseTo(pinball(outcome, quantile, share), 9);
      }),
    );
  });
});

describe('CRPS', () => {
  it('of a point forecast is the absolute error', () => {
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 9 }), (point, outcome, draws) => {
        const error = Math.abs(outcome - point);
        expect(
          crpsOfSample(
            Array.from({ length: draws }, () => point),
            outcome,
          ),
        ).toBeCloseTo(error, 9);
        const shares = Array.from({ length: draws }, (_, i) => ({ share: (i + 0.5) / draws, value: point }));
        expect(crpsOfQuantiles(shares, outcome)).toBeCloseTo(error, 9);
      }),
    );
  });

  it('of a sample is that of its quantiles, when each represents as many shares', () => {
    fc.assert(
      fc.property(ascending, number, (sample, outcome) => {
        const quantiles = sample.map((value, i) => ({ share: (i + 0.5) / sample.length, value }));
        expect(crpsOfQuantiles(quantiles, outcome)).toBeCloseTo(crpsOfSample(sample, outcome), 8);
      }),
    );
  });

  it('is at least 0, and least in the mean for the distribution that the outcomes have', () => {
    fc.assert(
      fc.property(ascending, ascending, (truth, other) => {
        const scoreOf = (sample: readonly number[]): number => mean(truth.map((y) => crpsOfSample(sample, y)));
        expect(scoreOf(truth)).toBeGreaterThanOrEqual(-1e-9);
        expect(scoreOf(truth)).toBeLessThanOrEqual(scoreOf(other) + 1e-9);
      }),
    );
  });
});

it.each([
  ['a share of 0', () => pinball(1, 1, 0), '"share" expected a number in (0, 1), got 0'],
  ['no draw', () => crpsOfSample([], 1), '"sample" expected at least one draw, got none'],
  ['draws that fall', () => crpsOfSample([2, 1], 1), '"sample" expected ascending draws, got 1 after 2'],
  ['no quantile', () => crpsOfQuantiles([], 1), '"quantiles" expected at least one, got none'],
  [
    'shares that fall',
    () =>
      crpsOfQuantiles(
        [
          { share: 0.5, value: 1 },
          { share: 0.4, value: 2 },
        ],
        1,
      ),
    '"quantiles" expected ascending shares, got 0.4 after 0.5',
  ],
])('refuses %s', (_, call, message) => {
  expect(call).toThrow(message);
});
