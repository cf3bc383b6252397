import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmm } from '../hmm/hmm.ts';
import { REGIMES } from '../regimes.ts';
import { MONTE_CARLO_V1, MONTE_CARLO_V2, monteCarloNamed, checkMonteCarloConfig } from './config.ts';
import { createMonteCarlo, type MonteCarloInput } from './monte-carlo.ts';
import { rescale, scaleOf } from './rescale.ts';

const STICKY = REGIMES.map((_, i) => REGIMES.map((_, j) => (i === j ? 0.95 : 0.01)));
const hmm = createHmm({
  version: 'test/1',
  labels: REGIMES,
  features: ['x'],
  nu: 5,
  beta: 0.2,
  states: REGIMES.map((_, label) => ({ label, mean: [label], scaleCholesky: [[1]] })),
  initial: REGIMES.map(() => 1 / 6),
  transition: STICKY,
});
const pools = { all: [-2, -1, -0.5, -0.25, 0.25, 0.5, 1, 2].map((x) => x / 1.152), states: REGIMES.map(() => null) };
const input: MonteCarloInput = {
  states: REGIMES.map(() => 1 / 6),
  volatility: { h24: 0.006, h720: 0.004 },
  seed: 'a',
};
const [plain, scaled] = [MONTE_CARLO_V1, MONTE_CARLO_V2].map((config) => createMonteCarlo(hmm, pools, config));

const ranks = (values: Float64Array): number[] =>
  Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b);

describe('re-scaled paths', () => {
  it('keep their ranks, and that of every residual, when the forecast has no uncertainty', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 0.5, noNaN: true }), fc.string(), (volatility, seed) => {
        const before = plain!.paths({ ...input, seed })!;
        const after = scaled!.paths({ ...input, seed, expected: { volatility, deviation: 0 } })!;
        const factor = scaleOf(
          { variance: 0.006 ** 2, longRunVariance: 0.004 ** 2 },
          { volatility, deviation: 0 },
          MONTE_CARLO_V2,
        );
        expect(Array.from(after.returns)).toEqual(Array.from(before.returns, (value) => value * factor));
        expect(Array.from(after.falls)).toEqual(Array.from(before.falls, (value) => value * factor));
        expect(ranks(after.returns)).toEqual(ranks(before.returns));
        expect(after.visits).toEqual(before.visits);
      }),
      { numRuns: 10 },
    );
  });

  it('have the expected variance in the mean, with and without uncertainty', () => {
    for (const deviation of [0, 0.3]) {
      const expected = { volatility: 0.01, deviation };
      const variances = Array.from({ length: 12 }, (_, i) => {
        const { returns } = scaled!.paths({ ...input, seed: `seed ${i}`, expected })!;
        return returns.reduce((sum, value) => sum + value * value, 0) / returns.length;
      });
      const mean = variances.reduce((sum, value) => sum + value, 0) / variances.length;
      // Pools of eight residuals have a variance near 1, not exactly 1.
      expect(mean / (24 * 0.01 ** 2)).toBeGreaterThan(0.95);
      expect(mean / (24 * 0.01 ** 2)).toBeLessThan(1.05);
    }
  });

  it('have wider tails the less sure the forecast is, and the same first paths however many there are', () => {
    const at = (deviation: number) => scaled!.run({ ...input, expected: { volatility: 0.01, deviation } })!;
    const [sure, unsure] = [at(0), at(0.4)].map(({ returnQuantiles }) => returnQuantiles.map(({ percent }) => percent));
    expect(unsure![0]).toBeLessThan(sure![0]!);
    expect(unsure![6]).toBeGreaterThan(sure![6]!);
    expect(Math.abs(unsure![2]!)).toBeLessThan(Math.abs(sure![2]!));
    const few = createMonteCarlo(hmm, pools, { ...MONTE_CARLO_V2, paths: 10 });
    const expected = { volatility: 0.01, deviation: 0.4 };
    expect(scaled!.paths({ ...input, expected })!.returns.slice(0, 10)).toEqual(
      few.paths({ ...input, expected })!.returns,
    );
  });

  it('are none while nothing is expected, flat where nothing moved, and unscaled in version 1', () => {
    expect(scaled!.run(input)).toBeNull();
    expect(scaled!.run({ ...input, expected: null })).toBeNull();
    expect(scaled!.run({ ...input, expected: { volatility: NaN, deviation: 0.3 } })).toBeNull();
    const still = { ...input, volatility: { h24: 0, h720: 0 }, expected: { volatility: 1e-5, deviation: 0.3 } };
    expect(scaled!.run(still)!.returnQuantiles.every(({ percent }) => percent === 0)).toBe(true);
    expect(plain!.run({ ...input, expected: { volatility: 1, deviation: 1 } })).toEqual(plain!.run(input));
    expect(() => scaled!.run({ ...input, expected: { volatility: -1, deviation: 0 } })).toThrow(
      '"expected.volatility"',
    );
    const paths = { returns: Float64Array.of(1, -1), falls: Float64Array.of(0, 1), visits: Uint8Array.of(0, 0) };
    expect(rescale(paths, 0, 0.3).falls).toEqual(Float64Array.of(0, 0));
  });
});

describe('the configs of the simulation', () => {
  it('are found by the name that a model file gives, and others are refused', () => {
    expect(monteCarloNamed('monte_carlo/1')).toBe(MONTE_CARLO_V1);
    expect(monteCarloNamed('monte_carlo/2')).toBe(MONTE_CARLO_V2);
    expect(() => monteCarloNamed('monte_carlo/9')).toThrow('expected monte_carlo/1 or monte_carlo/2, got');
    const bad = (field: object): unknown => checkMonteCarloConfig({ ...MONTE_CARLO_V2, ...field });
    expect(() => bad({ scale: 'no' })).toThrow('"scale" expected expected or nothing');
    expect(() => bad({ pools: 'no' })).toThrow('"pools" expected all or nothing');
  });
});
