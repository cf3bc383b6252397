/** Times and prices of the forced closes of an hour, from the path of its minutes. */

import { barAt, MINUTE_MS, type Candles } from '@barograph/core';
import type { ForcedClose, Position } from './forced-close.ts';
import { above, below, PRICE_DIGITS, roundSignificant } from './grid.ts';
import { minuteTurns, reachedAt } from './minute-path.ts';
import { minuteOf } from './minutes.ts';
import type { PushedHour } from './pushed-hours.ts';

/** First price on the grid at or beyond the level, in the direction of the move. */
export function closingPrice({ side, level }: Position): number {
  const near = roundSignificant(level, PRICE_DIGITS);
  if (side === 'long') return near > level ? below(near) : near;
  return near < level ? above(near) : near;
}

/** Settles the closes of an hour. @param minutes the sixty minutes of the hour. @returns its closes, oldest first. */
export function settle(pushed: PushedHour, minutes: Candles): readonly ForcedClose[] {
  const closes = pushed.closed.map((position): ForcedClose => {
    const { side, level, size } = position;
    const bar = barAt(minutes, minuteOf(minutes, 0, side, level));
    const part = reachedAt(minuteTurns(bar), level, side === 'long' ? 'below' : 'above') ?? 1;
    const price = closingPrice(position);
    const time = bar.time + Math.min(MINUTE_MS - 1, Math.floor(part * MINUTE_MS));
    return { ...position, time, price, notional: size * price };
  });
  return closes.sort((a, b) => a.time - b.time);
}
