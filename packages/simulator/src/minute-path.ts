/**
 * Path of the price within a minute: a quarter at the open, then to the nearer extreme, the other one, and the close.
 */

import type { Bar } from '@barograph/core';

/** Prices at which the path turns, in the order of trading. */
export type MinuteTurns = readonly [open: number, first: number, second: number, close: number];

/**
 * Turns of a minute bar: the extreme nearer to its close comes last, so a rising minute bottoms first.
 *
 * @example
 * minuteTurns({ open: 100, high: 103, low: 98, close: 102 }); // → [ 100, 98, 103, 102 ]
 * minuteTurns({ open: 102, high: 103, low: 98, close: 100 }); // → [ 102, 103, 98, 100 ]
 */
export function minuteTurns({ open, high, low, close }: Pick<Bar, 'open' | 'high' | 'low' | 'close'>): MinuteTurns {
  return close >= open ? [open, low, high, close] : [open, high, low, close];
}

/** Price at a share of the minute in [0, 1]: a turn is reached a quarter after the previous one. */
export function priceAt(turns: MinuteTurns, part: number): number {
  if (part <= 0.25) return turns[0];
  const leg = Math.min(2, Math.floor(4 * part) - 1);
  const [from, to] = [turns[leg]!, turns[leg + 1]!];
  return from + (to - from) * (4 * part - 1 - leg);
}

/** Share of the minute at which the path first reaches `level`; undefined when it never does. */
export function reachedAt(turns: MinuteTurns, level: number, side: 'above' | 'below'): number | undefined {
  const sign = side === 'above' ? 1 : -1;
  const beyond = (price: number): boolean => sign * (price - level) >= 0;
  if (beyond(turns[0])) return 0;
  for (let leg = 0; leg < 3; leg++) {
    const [from, to] = [turns[leg]!, turns[leg + 1]!];
    if (beyond(to)) return (1 + leg + (level - from) / (to - from)) / 4;
  }
  return undefined;
}
