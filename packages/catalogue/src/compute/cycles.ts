/** Computations: cycles. */

import { isStill } from '@barograph/core';
import type { Computation, IndicatorBars } from './computation.ts';
import { cyberCycle, highPass, periodogram, sineWave, superSmoother } from './filters.ts';
import { cycleOf } from './hilbert.ts';
import { before, columnOf, each, exponential, greatestOver, leastOver, meanOver } from './series.ts';

function middles({ high, low }: IndicatorBars): Float64Array {
  return each(high, (top, i) => (top + low[i]!) / 2);
}

/**
 * Position 0…100 of `x` in its range of `n`, smoothed by a half; without a range the last position stays.
 *
 * @param magnitude magnitude of the values behind `x`.
 */
function stochastic(x: Float64Array, n: number, magnitude: (i: number) => number): Float64Array {
  const [top, bottom] = [greatestOver(x, n), leastOver(x, n)];
  let [place, smooth] = [0, NaN];
  return each(x, (value, i) => {
    if (Number.isNaN(top[i]!)) return NaN;
    const range = top[i]! - bottom[i]!;
    if (!isStill(range, magnitude(i), n)) place = (100 * (value - bottom[i]!)) / range;
    smooth = Number.isNaN(smooth) ? place : smooth + 0.5 * (place - smooth);
    return smooth;
  });
}

const WARM_CYCLE = 32;
const WARM_SINE = 63;

/** Computations by slug. */
export const CYCLES: Readonly<Record<string, Computation>> = {
  'detrended-price-oscillator': {
    columns: ['dpo'],
    lookback: ({ n }) => n! - 1,
    compute: ({ close }, { n }) => {
      const mean = meanOver(close, n!);
      const earlier = before(close, Math.floor(n! / 2) + 1);
      return { dpo: each(mean, (value, i) => earlier[i]! - value) };
    },
  },
  'schaff-trend-cycle': {
    columns: ['stc'],
    lookback: ({ slow, n }) => slow! - 1 + 2 * (n! - 1),
    compute: ({ close }, { n, fast, slow }) => {
      const slowly = exponential(close, slow!);
      const macd = each(exponential(close, fast!), (value, i) => value - slowly[i]!);
      const priceAt = (i: number): number => close[i]!;
      return { stc: stochastic(stochastic(macd, n!, priceAt), n!, () => 100) };
    },
  },
  'cyber-cycle': {
    columns: ['cycle', 'trigger'],
    lookback: () => 6,
    compute: (bars, { a }) => {
      const cycle = cyberCycle(middles(bars), a!);
      return { cycle, trigger: before(cycle, 1) };
    },
  },
  'mesa-sine-wave': {
    columns: ['sine', 'lead'],
    lookback: () => WARM_SINE,
    compute: (bars) => sineWave(middles(bars), WARM_SINE),
  },
  'dominant-cycle-period': {
    columns: ['period'],
    lookback: () => WARM_CYCLE,
    compute: (bars) => {
      const cycles = cycleOf(middles(bars));
      return { period: columnOf(cycles.length, (i) => (i < WARM_CYCLE ? NaN : cycles[i]!.smoothPeriod)) };
    },
  },
  'super-smoother': {
    columns: ['smooth'],
    lookback: () => 2,
    compute: ({ close }, { n }) => ({ smooth: each(superSmoother(close, n!), (value, i) => (i < 2 ? NaN : value)) }),
  },
  'roofing-filter': {
    columns: ['roofed'],
    lookback: () => 4,
    compute: ({ close }, { longest, shortest }) => ({
      roofed: each(superSmoother(highPass(close, longest!), shortest!), (value, i) => (i < 4 ? NaN : value)),
    }),
  },
  'autocorrelation-periodogram': {
    columns: ['period'],
    lookback: ({ longest }) => 2 * longest!,
    compute: ({ close }, { longest, shortest }) => ({
      period: periodogram(superSmoother(highPass(close, longest!), shortest!), shortest!, longest!),
    }),
  },
};
