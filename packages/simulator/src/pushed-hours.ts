/**
 * Forced closes of one perp, hour by hour: a position whose level the hour reaches is closed, the close pushes the
 * hour's extreme further, and positions reached by that are closed too, until nothing more is reached.
 */

import { HOUR_MS } from '@barograph/core';
import type { Position, PositionSide } from './forced-close.ts';
import { PRICE_DIGITS, roundSignificant } from './grid.ts';
import type { Microstructure } from './microstructure.ts';
import type { Opening, Openings } from './positions.ts';

/** Positions closed in an hour, and the size of their pushes. */
export interface PushedHour {
  /** Open of the hour, epoch ms. */
  readonly time: number;
  /** Closed positions, longs before shorts, nearest level first. */
  readonly closed: readonly Position[];
  /** Log price by which the low went down, and the high up. */
  readonly down: number;
  readonly up: number;
}

/** Extremes of an hour without forced closes. */
export interface HourToPush {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** Hour after its forced closes. */
export interface Pushed extends PushedHour {
  readonly high: number;
  readonly low: number;
}

/** Open position. */
interface Live {
  readonly opening: Opening;
  readonly entry: number;
  readonly level: number;
}

/** Hours between removals of positions that their holders closed; a leftover cannot be closed by force. */
const EXPIRE_HOURS = 48;

/** Open positions of a side; the nearest level is the one the price reaches first. */
function createSide(side: PositionSide) {
  const sign = side === 'long' ? 1 : -1;
  const live: Live[] = [];
  let nearest: Live | undefined;
  /** Removes a position, and those that their holders closed by `time`. */
  const forget = (gone: Live | undefined, time: number): void => {
    nearest = undefined;
    let kept = 0;
    for (const position of live) {
      if (position === gone || position.opening.until <= time) continue;
      live[kept++] = position;
      if (nearest === undefined || sign * (position.level - nearest.level) > 0) nearest = position;
    }
    live.length = kept;
  };
  return {
    open: (position: Live): void => {
      live.push(position);
      if (nearest === undefined || sign * (position.level - nearest.level) > 0) nearest = position;
    },
    expire: (time: number): void => forget(undefined, time),
    reaches: (price: number): boolean => nearest !== undefined && sign * (nearest.level - price) >= 0,
    /** Removes and returns the nearest position that `price` reaches. */
    take: (price: number, time: number): Live | undefined => {
      for (let taken = nearest; taken !== undefined && sign * (taken.level - price) >= 0; taken = nearest) {
        forget(taken, time);
        if (taken.opening.until > time) return taken;
      }
      return undefined;
    },
  };
}

/** Hours are pushed once, in order. */
export interface Pushing {
  push(hour: HourToPush): Pushed | undefined;
}

/**
 * Creates the pushing.
 * @param typical typical depth of a side, quote units.
 * @param depthOf notional within 1 % of mid on a side in the hour that opens at a moment, before any drain.
 */
export function createPushing(
  openings: Openings,
  typical: number,
  depthOf: (time: number) => number,
  { depth, forced }: Microstructure,
): Pushing {
  const longs = createSide('long');
  const shorts = createSide('short');
  const sides = { long: longs, short: shorts };
  const decay = 2 ** (-HOUR_MS / depth.drain.halfLifeMs);
  /** Drained notional over the typical depth: of bids, by closes of longs, and of asks. */
  const drained = { long: 0, short: 0 };
  let hours = 0;

  const closeSide = (side: PositionSide, extreme: number, hour: HourToPush) => {
    const sign = side === 'long' ? -1 : 1;
    const other = side === 'long' ? 'short' : 'long';
    const closed: Position[] = [];
    let push = 0;
    let reached = extreme;
    for (;;) {
      const taken = sides[side].take(reached, hour.time);
      if (taken === undefined) return { closed, push, reached };
      const position = openings.position(taken.opening, taken.entry);
      closed.push(position);
      const notional = position.size * openings.price;
      const thin = 1 + depth.drain.strength * drained[side];
      push = Math.min(forced.mostPush, push + (forced.impact * 0.01 * notional * thin) / depthOf(hour.time));
      drained[side] += notional / typical;
      drained[other] += (depth.drain.spill * notional) / typical;
      reached = roundSignificant(extreme * Math.exp(sign * push), PRICE_DIGITS);
    }
  };

  return {
    push: (hour) => {
      const { time, open, high, low } = hour;
      for (const opening of openings.at(time)) {
        sides[opening.side].open({ opening, entry: open, level: openings.level(opening, open) });
      }
      if (hours++ % EXPIRE_HOURS === 0) {
        longs.expire(time);
        shorts.expire(time);
      }
      drained.long *= decay;
      drained.short *= decay;
      if (!longs.reaches(low) && !shorts.reaches(high)) return undefined;
      const falling = closeSide('long', low, hour);
      const rising = closeSide('short', high, hour);
      if (falling.closed.length + rising.closed.length === 0) return undefined;
      return {
        time,
        closed: [...falling.closed, ...rising.closed],
        down: falling.push,
        up: rising.push,
        low: falling.reached,
        high: rising.reached,
      };
    },
  };
}
