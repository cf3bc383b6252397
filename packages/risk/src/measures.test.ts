import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRiskMeasure } from './risk-measure.ts';
import { tailOf } from './measures.ts';

const sample = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 20, maxLength: 200 });

/** Mean of the worst `level · n` values, with a fraction of the next one, as an integral of the quantile. */
function shortfall(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  let [left, sum] = [level * values.length, 0];
  for (const value of sorted) {
    const part = Math.min(1, left);
    sum += part * value;
    left -= part;
    if (left <= 1e-12) break;
  }
  return -sum / (level * values.length);
}

it('averages exactly the worst share of a sample', () => {
  fc.assert(
    fc.property(sample, fc.constantFrom(0.05, 0.1, 0.13, 0.25), (values, level) => {
      const { valueAtRisk, expectedShortfall } = tailOf(Float64Array.from(values), level);
      expect(expectedShortfall).toBeCloseTo(shortfall(values, level), 8);
      const exceeded = values.filter((value) => value < -valueAtRisk).length;
      expect(exceeded).toBeLessThan(level * values.length + 1e-9);
      expect(values.filter((value) => value <= -valueAtRisk).length).toBeGreaterThanOrEqual(
        level * values.length - 1e-9,
      );
    }),
  );
});

it('is found by selection as by sorting', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 100, maxLength: 100 }), (values) => {
      const profits = Float64Array.from(values);
      const before = [...profits];
      expect(createRiskMeasure('shortfall', 100, 0.05)(profits)).toBeCloseTo(
        tailOf(profits, 0.05).expectedShortfall,
        9,
      );
      expect([...profits]).toEqual(before);
    }),
  );
});
