import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_BOOTSTRAP_V1, bootstrapMean } from './block-bootstrap.ts';

const WEEK = BLOCK_BOOTSTRAP_V1.blockMs;
const DAY = WEEK / 7;
const config = { ...BLOCK_BOOTSTRAP_V1, version: 'block_bootstrap/test', draws: 400 } as const;
/** One row per day. */
const daily = (differences: readonly number[]) =>
  differences.map((difference, i) => ({ time: 3 * WEEK + i * DAY, difference }));
const some = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 100 });

describe('the interval of a mean difference', () => {
  it('holds the mean, is the same when done again, and scales with the differences', () => {
    fc.assert(
      fc.property(some, (differences) => {
        const one = bootstrapMean(daily(differences), config);
        expect(bootstrapMean(daily(differences), config)).toEqual(one);
        expect(one.mean).toBeCloseTo(differences.reduce((sum, value) => sum + value, 0) / differences.length, 9);
        expect(one.low).toBeLessThanOrEqual(one.high);
        const twice = bootstrapMean(daily(differences.map((value) => 2 * value)), config);
        expect([twice.mean, twice.low, twice.high]).toEqual([2 * one.mean, 2 * one.low, 2 * one.high]);
        const turned = bootstrapMean(daily(differences.map((value) => -value)), config);
        expect([turned.low, turned.high]).toMatchOracle([-one.high, -one.low], { rel: 1e-12, abs: 1e-9 });
      }),
    );
  });

  it('is no narrower for hours that say again what their week has said', () => {
    fc.assert(
      fc.property(some, (differences) => {
        const rows = daily(differences);
        expect(bootstrapMean([...rows, ...rows, ...rows], config)).toMatchOracle(bootstrapMean(rows, config), {
          rel: 1e-12,
          abs: 1e-12,
        });
      }),
    );
  });

  it('is a point where every difference is the same', () => {
    expect(bootstrapMean(daily(Array.from({ length: 50 }, () => 0.5)))).toEqual({
      mean: 0.5,
      low: 0.5,
      high: 0.5,
      level: 0.95,
      blocks: 8,
      version: 'block_bootstrap/1',
    });
  });

  it('is as wide as the weeks of a normal sample say', () => {
    const draw = generator('weeks');
    const sum = (): number => Array.from({ length: 12 }, draw).reduce((total, u) => total + u, -6);
    const weeks = Array.from({ length: 300 }, sum);
    const { mean, low, high, blocks } = bootstrapMean(
      daily(weeks.flatMap((week) => Array.from({ length: 7 }, () => week))),
    );
    const error = Math.sqrt(weeks.reduce((total, week) => total + (week - mean) ** 2, 0)) / 300;
    expect(blocks).toBe(300);
    expect((high - low) / (2 * 1.96)).toMatchOracle(error, { rel: 0.1, abs: 0 });
  });

  it('wants rows', () => {
    expect(() => bootstrapMean([])).toThrow('"rows" expected at least one difference, got none');
  });
});
