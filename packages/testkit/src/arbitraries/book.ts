/** Order books: sorted, uncrossed, with levels above 0; thin, deep, or one-sided on request. */

import { bookSide, type Book } from '@barograph/core';
import * as fc from 'fast-check';

/** Options of {@link book}. */
export interface BookArbitraryOptions {
  /** Most levels of a side. @default 20 */
  readonly levels?: number;
  /** Whether a side may be empty. @default false */
  readonly empty?: boolean;
}

/** Level: distance from the previous one in ticks, and resting units. */
const level: fc.Arbitrary<{ readonly away: number; readonly units: number }> = fc.record({
  away: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: 50, max: 200 }) },
  ),
  units: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
    { weight: 1, arbitrary: fc.constant(1_000_000) },
  ),
});

/**
 * Draws a book snapshot: bids descending, asks ascending, best bid below best ask, every price and size above 0. Prices
 * are multiples of 2^-6 and so exact; one level in ten is far away, one is a wall. Shrinks towards one level a side,
 * one tick apart, and stays valid.
 *
 * @example
 * const fc = await import('fast-check');
 * const { depth } = await import('@barograph/stress');
 * fc.assert(fc.property(book(), (snapshot) => depth(snapshot).ok)); // → undefined
 */
export function book({ levels = 20, empty = false }: BookArbitraryOptions = {}): fc.Arbitrary<Book> {
  const side = fc.array(level, { minLength: empty ? 0 : 1, maxLength: levels, size: 'max' });
  // Far above the reach of the deepest side: 200 ticks a level.
  const base = fc.integer({ min: 201 * levels + 1, max: 64 * 100_000 });
  return fc.record({ bids: side, asks: side, base }).map(({ bids, asks, base: mid }) => {
    const laid = (draws: typeof bids, direction: 1 | -1) => {
      let tick = direction === 1 ? mid : mid + 1;
      return bookSide(
        draws.map(({ away, units }) => {
          tick += direction * away;
          return [tick / 64, units / 1_000] as const;
        }),
      );
    };
    return { bids: laid(bids, -1), asks: laid(asks, 1) };
  });
}
