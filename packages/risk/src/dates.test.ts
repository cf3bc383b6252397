import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { madePanel, SMALL } from '../test/made-panel.ts';
import { dateWeights, effectiveDates, systematicSample } from './dates.ts';

const panel = madePanel(2);
const range = { from: 60, to: 976 };
const all = (): boolean => true;

it('draws a date as often as its weight says, rounded down or up', () => {
  const weights = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      weights,
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (raw, n, u) => {
        const total = raw.reduce((sum, weight) => sum + weight, 0);
        fc.pre(total > 0);
        const drawn = systematicSample(
          Float64Array.from(raw, (weight) => weight / total),
          n,
          u,
        );
        raw.forEach((weight, place) => {
          const times = drawn.filter((other) => other === place).length;
          const exact = (n * weight) / total;
          expect(Math.abs(times - exact)).toBeLessThanOrEqual(1 + 1e-9);
          if (weight === 0) expect(times).toBe(0);
        });
        expect(drawn).toEqual(drawn.toSorted());
      },
    ),
  );
});

it('sums to 1 over the dates that may be drawn, and gives others none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (every, shrinkage) => {
      const weights = dateWeights(panel, 999, range, (t) => t % every === 0, { ...SMALL, shrinkage });
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      expect(weights.every((weight, place) => (place + range.from) % every === 0 || weight === 0)).toBe(true);
      expect(weights.every((weight) => weight >= 0)).toBe(true);
    }),
  );
});

it('prefers dates of the regime and the shock of now, halves with age, and is even where all of that is off', () => {
  const row = 999;
  const plain = { ...SMALL, halflife: null };
  const weights = dateWeights(panel, row, range, all, { ...plain, shrinkage: 0.2 });
  const overlap = (t: number): number =>
    [0, 3].reduce((sum, label) => sum + Math.min(panel.regimes[6 * row + label]!, panel.regimes[6 * t + label]!), 0);
  const pairs = [[100, 300], [250, 700], [400, 410]] as const; // prettier-ignore
  for (const [a, b] of pairs) {
    if (panel.shocks[a] === panel.shocks[b]) {
      expect(Math.sign(weights[a - 60]! - weights[b - 60]!)).toBe(Math.sign(overlap(a) - overlap(b)));
    }
  }
  const onlyShock = dateWeights(panel, row, range, all, { ...plain, shrinkage: 0, otherShock: 0 });
  onlyShock.forEach((weight, place) => {
    if (panel.shocks[place + 60] !== panel.shocks[row]) expect(weight).toBe(0);
  });
  const even = { ...plain, shrinkage: 1 };
  expect(effectiveDates(dateWeights(panel, row, range, all, even))).toBeCloseTo(916, 6);
  const aged = dateWeights(panel, row, range, all, { ...even, halflife: 100 });
  expect(aged[300]! / aged[200]!).toBeCloseTo(2, 9);
});
