/** Rule of breaks: its shortcut for ordinary bars equals the rule itself. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBreaks, type BreaksConfig } from './breaks.ts';
import type { Bar } from './candles.ts';

const RULES: BreaksConfig = { quietBars: 3, maxGap: 4, maxJump: 5 };

/** Bars with halts, gaps, jumps and shorter steps. */
const bars: fc.Arbitrary<readonly Bar[]> = fc
  .array(
    fc.record({
      after: fc.constantFrom(2, 2, 2, 2, 2, 1, 6, 12, 40),
      factor: fc.constantFrom(1, 1.01, 0.99, 1, 4, 7, 0.1),
      volume: fc.constantFrom(0, 1, 1, 1),
      width: fc.constantFrom(0, 0, 0.01),
    }),
    { minLength: 5, maxLength: 40 },
  )
  .map((steps) => {
    let [time, close] = [0, 100];
    return steps.map(({ after, factor, volume, width }): Bar => {
      time += after;
      close *= factor;
      return { time, open: close, high: close * (1 + width), low: close * (1 - width), close, volume };
    });
  });

describe('breaks', () => {
  it('pass an ordinary bar as the whole rule feeds it', () => {
    let ordinary = 0;
    fc.assert(
      fc.property(bars, (series) => {
        const [short, whole] = [createBreaks(RULES), createBreaks(RULES)];
        for (const bar of series) {
          const isOrdinary = short.isOrdinary(bar);
          const step = whole.next(bar);
          if (isOrdinary) {
            ordinary++;
            short.pass(bar);
            expect(step).toBe('feed');
          } else short.next(bar);
          expect(short.snapshot()).toEqual(whole.snapshot());
        }
      }),
    );
    expect(ordinary).toBeGreaterThan(10);
  });
});
