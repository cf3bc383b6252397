/** The five estimators by kernels and by JavaScript: the same to the bit. */

import { candlesOf, type Candles } from '@barograph/core';
import { allEstimators, closeToClose, type EstimatorColumns } from '@barograph/volatility';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutKernels } from '../src/index.ts';
import { useNotedKernels } from './noted.ts';

const done = useNotedKernels();

const NAMES = ['closeToClose', 'parkinson', 'garmanKlass', 'rogersSatchell', 'yangZhang'] as const;

/** Bars that wander, stand still for a while, leave out days, and now and then halve or double. */
function walk(seed: number, length: number, jumps: boolean): Candles {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let close = 10 ** (12 * next() - 6);
  let time = 0;
  const bars = Array.from({ length }, (_, i) => {
    const flat = Math.floor(i / 40) % 4 === 3;
    const open = flat ? close : close * (1 + 0.01 * (next() - 0.5));
    const move = jumps && next() < 0.002 ? [0.4, 2.5][Math.floor(2 * next())]! : 1 + 0.1 * (next() - 0.5);
    close = flat ? open : open * move;
    const wick = (): number => (flat ? 1 : 1 + 0.03 * next());
    time += 86_400_000 * (next() < 0.05 ? 3 : 1);
    return { time, open, high: Math.max(open, close) * wick(), low: Math.min(open, close) / wick(), close, volume: 1 };
  });
  return candlesOf(bars);
}

function differing(a: EstimatorColumns, b: EstimatorColumns): readonly string[] {
  return NAMES.filter((name) => a[name].some((value, i) => !Object.is(value, b[name][i])));
}

describe('the five estimators', () => {
  it('by kernels are those of JavaScript to the bit, with flat bars, gaps and moves that are too wide for them', () => {
    const bars = fc.record({
      seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
      length: fc.integer({ min: 30, max: 2_500 }),
      jumps: fc.boolean(),
      window: fc.oneof(fc.integer({ min: 2, max: 60 }), fc.constantFrom(365, 512, 513)),
      span: fc.constantFrom(undefined, 2),
    });
    fc.assert(
      fc.property(bars, ({ seed, length, jumps, window, span }) => {
        const series = walk(seed, length, jumps);
        const config = { window, periodsPerYear: 365, ...(span === undefined ? {} : { maxSpan: window + span }) };
        const fast = allEstimators(series, config);
        const plain = withoutKernels(() => allEstimators(series, config));
        expect(differing(fast, plain)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('of a block with one wide move are right before it and after it', () => {
    const bars = walk(5, 3_000, false);
    for (const column of [bars.open, bars.high, bars.low, bars.close]) {
      for (let i = 1_500; i < 3_000; i++) column[i] = column[i]! * 7;
    }
    const [fast, plain] = [allEstimators(bars), withoutKernels(() => allEstimators(bars))];
    expect(differing(fast, plain)).toEqual([]);
    expect(fast.closeToClose[1_500]).toBeCloseTo(closeToClose(bars)[1_500]!, 6);
  });

  it('were asked of the kernels, which did them', () => {
    expect([...done].toSorted()).toEqual(['fillEstimators']);
  });
});
