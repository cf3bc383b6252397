import { normalQuantile } from '@barograph/nowcast/parts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fz0Loss, type TailForecast } from '@barograph/core';
import { acerbiSzekely } from './expected-shortfall.ts';

const FEW = { version: 'simulated_p/test', draws: 99 } as const;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const still = (): number => 0;

describe('FZ0', () => {
  it('is least in the mean at the quantile and the mean below it', () => {
    const losses = fc.uniqueArray(fc.double({ min: -9, max: -0.01, noNaN: true }), { minLength: 2, maxLength: 30 });
    const negative = fc.double({ min: -9, max: -0.01, noNaN: true });
    fc.assert(
      fc.property(losses, fc.nat(), negative, negative, (drawn, at, one, other) => {
        const outcomes = drawn.toSorted((a, b) => a - b);
        const below = 1 + (at % (outcomes.length - 1));
        const level = below / outcomes.length;
        const lossOf = (forecast: TailForecast): number => mean(outcomes.map((y) => fz0Loss(y, forecast, level)));
        const truth = { quantile: outcomes[below - 1]!, shortfall: mean(outcomes.slice(0, below)) };
        fc.pre(truth.shortfall <= truth.quantile); // the mean of equal numbers may round above them
        const guess = { quantile: Math.max(one, other), shortfall: Math.min(one, other) };
        expect(lossOf(truth)).toBeLessThanOrEqual(lossOf(guess) + 1e-9);
      }),
    );
  });

  it('adds ln of a factor of the unit, so that differences do not know it', () => {
    const negative = fc.double({ min: -1, max: -0.01, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -2, max: 2, noNaN: true }), negative, negative, (outcome, one, other) => {
        const forecast = { quantile: Math.max(one, other), shortfall: Math.min(one, other) };
        const scaled = { quantile: 8 * forecast.quantile, shortfall: 8 * forecast.shortfall };
        const added = fz0Loss(8 * outcome, scaled, 0.05) - fz0Loss(outcome, forecast, 0.05);
        expect(added).toBeCloseTo(Math.log(8), 6);
      }),
    );
  });

  it.each([
    [-0.01, -0.005],
    [0, -0.1],
    [0.1, 0.05],
    [NaN, -0.1],
  ])('is unknown for the quantile %d and the shortfall %d', (quantile, shortfall) => {
    expect(fz0Loss(-0.02, { quantile, shortfall }, 0.05)).toBeNaN();
  });
});

describe('the second test of Acerbi and Székely', () => {
  const tail = { quantile: -1.96, shortfall: -2.34 };

  it('is 1 without an exceedance, and falls by each by its size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -9, max: 3, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (outcomes) => {
          const { statistic } = acerbiSzekely(
            outcomes,
            outcomes.map(() => tail),
            0.025,
            still,
            FEW,
          );
          const exceeded = outcomes.filter((y) => y < tail.quantile).map((y) => y / tail.shortfall);
          const expected = 1 - exceeded.reduce((sum, size) => sum + size, 0) / (0.025 * outcomes.length);
          expect(statistic).toBeCloseTo(expected, 9);
          const worse = outcomes.map((y) => (y < tail.quantile ? 2 * y : y));
          expect(
            acerbiSzekely(
              worse,
              worse.map(() => tail),
              0.025,
              still,
              FEW,
            ).statistic,
          ).toBeLessThanOrEqual(statistic);
        },
      ),
    );
  });

  it('rejects at 5 % below −0.70 for normal outcomes, as published for 250 days', () => {
    const level = 0.025;
    const quantile = normalQuantile(level);
    const shortfall = -Math.exp(-(quantile ** 2) / 2) / Math.sqrt(2 * Math.PI) / level;
    const forecasts = Array.from({ length: 250 }, () => ({ quantile, shortfall }));
    // One outcome that makes the statistic −0.70.
    const outcomes = forecasts.map((_, i) => (i === 0 ? 1.7 * 250 * level * shortfall : 0));
    const draw = (_: number, uniform: () => number): number => normalQuantile(Math.max(uniform(), 1e-12));
    const { statistic, simulated } = acerbiSzekely(outcomes, forecasts, level, draw);
    expect(statistic).toBeCloseTo(-0.7, 9);
    expect(simulated).toBeGreaterThan(0.035);
    expect(simulated).toBeLessThan(0.065);
  });

  it.each([
    ['no outcomes', [], [], '"outcomes" expected at least one, got none'],
    ['another number of forecasts', [1], [], '"forecasts" expected 1 rows, got 0'],
    [
      'a shortfall above its quantile',
      [1],
      [{ quantile: -2, shortfall: -1 }],
      '"forecasts[0]" expected shortfall ≤ quantile < 0, got -1 and -2',
    ],
  ] as const)('refuses %s', (_, outcomes, forecasts, message) => {
    expect(() => acerbiSzekely(outcomes, forecasts, 0.05, still, FEW)).toThrow(message);
  });

  it('refuses a level outside (0, 1)', () => {
    expect(() => acerbiSzekely([1], [tail], 0, still)).toThrow('"level" expected a number in (0, 1), got 0');
  });
});
