/** Long windows, in which a search begins near the previous number's place. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countUpTo, createSortedWindow, pushSorted } from './sorted-window.ts';

/** A walk by small steps on a grid, with jumps and stretches that do not move. */
const steps = fc.array(
  fc.record({
    length: fc.integer({ min: 1, max: 400 }),
    step: fc.constantFrom(0, 1, -1, 3, 97, -1_000),
    jump: fc.integer({ min: -5_000, max: 5_000 }),
  }),
  { minLength: 8, maxLength: 14 },
);

describe('a long window kept in order', () => {
  it('finds the places that a count finds, near the last ones and far from them', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(1_024, 1_100), (parts, window) => {
        const state = createSortedWindow(window);
        const values: number[] = [];
        let value = 0;
        for (const { length, step, jump } of parts) {
          value += jump;
          for (let i = 0; i < length; i++) {
            value += step + ((i * 7) % 5);
            values.push(value);
            const place = pushSorted(state, values, values.length - 1);
            // Counting all of every window would take a minute.
            if (i % 40 !== 0) continue;
            const held = values.slice(-window);
            expect(place).toBe(held.filter((other) => other < value).length);
            expect([...state.sorted.subarray(0, held.length)]).toStrictEqual(held.toSorted((a, b) => a - b));
            expect(countUpTo(state.sorted, held.length, value)).toBe(held.filter((other) => other <= value).length);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
