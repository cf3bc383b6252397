/** Bollinger bands by a kernel, by JavaScript and bar by bar: the same to the bit. */

import { barAt, candlesOf, type Candles } from '@barograph/core';
import { bollinger, createBollinger, type BollingerColumns } from '@barograph/indicators';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutKernels } from '../src/index.ts';
import { useNotedKernels } from './noted.ts';

const done = useNotedKernels();

const NAMES = ['lower', 'middle', 'upper', 'bandwidth', 'percentB'] as const;

/** Closes that repeat some numbers, stand still for a while, and wander. */
function closes(part: readonly number[], length: number): Candles {
  let price = part[0]!;
  return candlesOf(
    Array.from({ length }, (_, i) => {
      const kind = Math.floor(i / 70) % 3;
      if (kind === 0) price = part[(i * 7) % part.length]!;
      if (kind === 1) price *= 1 + 0.01 * Math.sin(i * i);
      return { time: i, open: price, high: price, low: price, close: price, volume: 1 };
    }),
  );
}

function differing(a: BollingerColumns, b: BollingerColumns): readonly string[] {
  return NAMES.filter((name) => a[name].some((value, i) => !Object.is(value, b[name][i])));
}

const prices = fc.array(
  fc.oneof(fc.double({ min: 1e-3, max: 1e5, noNaN: true }), fc.constantFrom(1, 1, 60_000.001, 1e-300, 1e300)),
  { minLength: 1, maxLength: 20 },
);

describe('Bollinger bands by a kernel', () => {
  it('are those of JavaScript to the bit, with flat bars, extremes and windows of every length', () => {
    const window = fc.oneof(fc.constantFrom(20, 20, 2, 3, 511, 512, 513), fc.integer({ min: 2, max: 600 }));
    const length = fc.integer({ min: 1, max: 3_000 });
    fc.assert(
      fc.property(prices, length, window, fc.constantFrom(2, 0, 100), (part, rows, period, deviations) => {
        const bars = closes(part, rows);
        const config = { period, deviations };
        expect(
          differing(
            bollinger(bars, config),
            withoutKernels(() => bollinger(bars, config)),
          ),
        ).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it('are those of the stream to the bit', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 2, max: 60 }), (part, period) => {
        const bars = closes(part, 300);
        const stream = createBollinger({ period, deviations: 2 });
        const columns = bollinger(bars, { period, deviations: 2 });
        for (let i = 0; i < bars.length; i++) {
          const point = stream.next(barAt(bars, i));
          expect(NAMES.map((name) => point[name])).toEqual(NAMES.map((name) => columns[name][i]));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('equal those of JavaScript for a close of NaN or infinity', () => {
    for (const value of [NaN, Infinity, -Infinity, -0]) {
      const bars = closes([5, 6, 7], 1_500);
      bars.close[600] = value;
      expect(
        differing(
          bollinger(bars),
          withoutKernels(() => bollinger(bars)),
        ),
      ).toEqual([]);
    }
  });

  it('were asked for, and the kernel made them', () => {
    expect([...done]).toEqual(['fillBands']);
  });
});
