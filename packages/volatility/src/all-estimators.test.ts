import { candlesOf, HOUR_MS, type Bar, type Candles } from '@barograph/core';
import { anyCandles, causalityContract, scaleContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEstimators } from './all-estimators.ts';
import { closeToClose } from './close-to-close.ts';
import type { EstimatorConfig } from './estimator.ts';
import { garmanKlassYangZhang } from './garman-klass-yang-zhang.ts';
import { garmanKlass } from './garman-klass.ts';
import { parkinson } from './parkinson.ts';
import { rogersSatchell } from './rogers-satchell.ts';
import { yangZhang } from './yang-zhang.ts';

const CONFIG: EstimatorConfig = { window: 5, periodsPerYear: 8_760, maxSpan: 6, stepMs: HOUR_MS };
const SINGLE = { closeToClose, parkinson, garmanKlass, rogersSatchell, yangZhang };

const columns = (bars: Candles) => ({ ...allEstimators(bars, CONFIG) });
causalityContract({ name: 'allEstimators', columns });
scaleContract({ name: 'allEstimators', degree0: columns });

/** Expects variances equal to 1e-14 of the greatest mean squared move of any window, and undefined at the same rows. */
function expectSingles(bars: Candles, config: EstimatorConfig): void {
  const together = allEstimators(bars, config);
  const moves = garmanKlassYangZhang(bars, { window: 1, periodsPerYear: config.periodsPerYear }).filter(
    (value) => !Number.isNaN(value),
  );
  const greatest = Math.max(0, ...moves) ** 2;
  for (const name of Object.keys(SINGLE) as (keyof typeof SINGLE)[]) {
    const squared = (column: Float64Array): number[] => Array.from(column, (value) => value * value);
    const alone = squared(SINGLE[name](bars, config));
    expect(squared(together[name])).toMatchOracle(alone, { rel: 1e-13, abs: 1e-14 * greatest });
  }
}

describe('allEstimators', () => {
  it('equals the single estimators but for rounding', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 2, max: 12 }), fc.boolean(), (bars, window, limited) => {
        const config = { window, periodsPerYear: 8_760, stepMs: HOUR_MS };
        expectSingles(bars, limited ? { ...config, maxSpan: window + 1 } : config);
      }),
    );
  });

  it('equals them over more rows than one batch', () => {
    const bars: Bar[] = [];
    for (let i = 0; i < 5_000; i++) {
      const open = 100 + Math.sin(i * 0.7);
      const close = 100 + Math.sin((i + 1) * 0.7) + 0.1 * Math.sin(i);
      const [low, high] = [Math.min(open, close) - 0.3, Math.max(open, close) + 0.2];
      bars.push({ time: i * HOUR_MS, open, high, low, close, volume: 1 });
    }
    expectSingles(candlesOf(bars), { window: 24, periodsPerYear: 8_760 });
  });

  it('is exactly 0 in every column where nothing moved', () => {
    const still = Array.from({ length: 12 }, (_, i) => ({
      time: i * HOUR_MS,
      open: 0.3,
      high: 0.3,
      low: 0.3,
      close: 0.3,
      volume: 0,
    }));
    for (const column of Object.values(allEstimators(candlesOf(still), CONFIG))) {
      expect((column as Float64Array)[11]).toBe(0);
    }
  });

  it('refuses a window of 1, which has no sample variance', () => {
    expect(() => allEstimators(candlesOf([]), { window: 1, periodsPerYear: 365 })).toThrow(
      /"window" expected an integer ≥ 2, got 1/,
    );
  });
});
