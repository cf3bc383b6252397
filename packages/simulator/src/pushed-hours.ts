/**
 * Forced closes of one perp, hour by hour: a position whose level the hour reaches is closed, the close pushes the extreme of
 * the hour on, and what that reaches is closed as well, until nothing more is reached.
 */

import { HOUR_MS } from '@barograph/core';
import type { Position, PositionSide } from './forced-close.ts';
import { PRICE_DIGITS, roundSignificant } from './grid.ts';
import type { Microstructure } from './microstructure.ts';
import type { Opening, Openings } from './positions.ts';

/** Positions that an hour closed, and how far they pushed. */
export interface PushedHour {
  /** Open of the hour, epoch ms. */
  readonly time: number;
  /** Those of a side in the order of their levels, nearest first; longs before shorts. */
  readonly closed: readonly Position[];
  /** Log price that the low went down by, and the high up. */
  readonly down: number;
  readonly up: number;
}

/** Extremes of an hour as they would be without forced closes. */
export interface HourToPush {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** A hour after its closes. */
export interface Pushed extends PushedHour {
  readonly high: number;
  readonly low: number;
}

/** A position that is open. */
interface Live {
  readonly opening: Opening;
  readonly entry: number;
  readonly level: number;
}

/** Positions that their holders closed are looked for this often; one that is left cannot be closed by force. */
const EXPIRE_HOURS = 48;

/** Book of the open positions of a side: the nearest level is the one that price reaches first. */
function createSide(side: PositionSide) {
  const sign = side === 'long' ? 1 : -1;
  const live: Live[] = [];
  let nearest: Live | undefined;
  /** Forgets one, and those that their holders closed by `time`. */
  const forget = (gone: Live | undefined, time: number): void => {
    nearest = undefined;
    let kept = 0;
    for (const one of live) {
      if (one === gone || one.opening.until <= time) continue;
      live[kept++] = one;
      if (nearest === undefined || sign * (one.level - nearest.level) > 0) nearest = one;
    }
    live.length = kept;
  };
  return {
    open: (one: Live): void => {
      live.push(one);
      if (nearest === undefined || sign * (one.level - nearest.level) > 0) nearest = one;
    },
    expire: (time: number): void => forget(undefined, time),
    reaches: (price: number): boolean => nearest !== undefined && sign * (nearest.level - price) >= 0,
    /** The nearest position that `price` reaches, which is open no more. */
    take: (price: number, time: number): Live | undefined => {
      while (nearest !== undefined && sign * (nearest.level - price) >= 0) {
        const taken = nearest;
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
 * @param typical depth of a side, quote units.
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
  /** Drained notional over the typical depth: of bids, which closes of longs hit, and of asks. */
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
