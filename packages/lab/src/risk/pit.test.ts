import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pitOfSample, uniformity } from './pit.ts';

const FEW = { version: 'simulated_p/test', draws: 99 } as const;
const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });

describe('place of an outcome', () => {
  it('is spread evenly when the outcome is one of the draws', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 40 }), (values) => {
        const all = values.map((outcome, i) => pitOfSample(values.toSpliced(i, 1), outcome)).sort((a, b) => a - b);
        expect(all).toMatchOracle(
          values.map((_, k) => (k + 0.5) / values.length),
          { rel: 1e-12, abs: 0 },
        );
      }),
    );
  });

  it('counts equal draws half, and lies within (0, 1)', () => {
    expect(pitOfSample([5, 5, 5], 5)).toBe(0.5);
    expect([pitOfSample([1, 2], 0), pitOfSample([1, 2], 3)]).toEqual([0.5 / 3, 2.5 / 3]);
  });
});

describe('uniformity', () => {
  it('is the same for mirrored places, in any order', () => {
    fc.assert(
      fc.property(places, (drawn) => {
        const { statistic, rows } = uniformity(drawn, FEW);
        expect(uniformity(drawn.toReversed(), FEW).statistic).toBe(statistic);
        expect(
          uniformity(
            drawn.map((place) => 1 - place),
            FEW,
          ).statistic,
        ).toBeCloseTo(statistic, 12);
        expect(statistic).toBeGreaterThanOrEqual(0.5 / rows - 1e-12);
        expect(statistic).toBeLessThanOrEqual(1);
      }),
    );
  });

  // Percentage points by scipy 1.17.1, `kstwobign.isf`; both series of the law.
  it.each([
    [0.37422, 0.999],
    [0.57117, 0.9],
    [0.82757, 0.5],
    [1.22385, 0.1],
    [1.3581, 0.05],
    [1.62762, 0.01],
  ])("has Kolmogorov's law at %d", (point, p) => {
    const rows = 10_000;
    const distance = point / (Math.sqrt(rows) + 0.12 + 0.11 / Math.sqrt(rows));
    // Places that lie below even ones by the distance.
    const shifted = Array.from({ length: rows }, (_, i) => Math.max(0, (i + 1) / rows - distance));
    const { statistic, asymptotic } = uniformity(shifted, { ...FEW, draws: 1 });
    expect(statistic).toBeCloseTo(distance, 12);
    expect(asymptotic).toBeCloseTo(p, 4);
  });

  it('rejects places that crowd in the middle', () => {
    const crowded = Array.from({ length: 200 }, (_, i) => 0.25 + i / 400);
    const { asymptotic, simulated } = uniformity(crowded);
    expect(asymptotic).toBeLessThan(1e-6);
    expect(simulated).toBe(1 / 2_000);
  });
});

it.each([
  ['an empty sample', () => pitOfSample([], 1), '"sample" expected at least one draw, got none'],
  ['no places', () => uniformity([]), '"places" expected at least one, got none'],
  ['a place above 1', () => uniformity([0.5, 1.5]), '"places" expected numbers in [0, 1], got 1.5'],
  ['an unknown place', () => uniformity([0.5, NaN]), '"places" expected numbers in [0, 1], got NaN'],
])('refuses %s', (_, call, message) => {
  expect(call).toThrow(message);
});
