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

/** Extremes of an hour as they would be without forced closes, and the depth that meets them. */
export interface HourToPush {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Notional within 1 % of mid on a side, quote units, before any drain. */
  readonly depth: number;
}

/** A hour after its closes. */
export interface Pushed extends PushedHour {
  readonly high: number;
  readonly low: number;
}

/** A position that is open. */
interface Live {
  readonly opening: Opening;
  readonly position: Position;
}

/** Book of the open positions of a side: the nearest level is the one that price reaches first. */
function createSide(side: PositionSide) {
  const sign = side === 'long' ? 1 : -1;
  let live: Live[] = [];
  let nearest: Live | undefined;
  const seek = (): void => {
    nearest = undefined;
    for (const one of live) {
      if (nearest === undefined || sign * (one.position.level - nearest.position.level) > 0) nearest = one;
    }
  };
  return {
    open: (opening: Opening, position: Position): void => {
      const one = { opening, position };
      live.push(one);
      if (nearest === undefined || sign * (position.level - nearest.position.level) > 0) nearest = one;
    },
    /** Forgets those that their holders closed by `time`. */
    expire: (time: number): void => {
      live = live.filter(({ opening }) => opening.until > time);
      seek();
    },
    reaches: (price: number): boolean => nearest !== undefined && sign * (nearest.position.level - price) >= 0,
    /** The nearest position that `price` reaches, which is open no more. */
    take: (price: number, time: number): Position | undefined => {
      while (nearest !== undefined && sign * (nearest.position.level - price) >= 0) {
        const { opening, position } = nearest;
        const taken = nearest;
        live = live.filter((one) => one !== taken);
        seek();
        if (opening.until > time) return position;
      }
      return undefined;
    },
  };
}

/** Hours are pushed once, in order. */
export interface Pushing {
  push(hour: HourToPush): Pushed | undefined;
}

/** @param quoteVolume typical quote volume of a day. */
export function createPushing(openings: Openings, quoteVolume: number, { depth, forced }: Microstructure): Pushing {
  const longs = createSide('long');
  const shorts = createSide('short');
  const sides = { long: longs, short: shorts };
  const typical = Math.max(1, depth.share * quoteVolume);
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
      const position = sides[side].take(reached, hour.time);
      if (position === undefined) return { closed, push, reached };
      closed.push(position);
      const notional = position.size * position.level;
      const thin = 1 + depth.drain.strength * drained[side];
      push = Math.min(forced.mostPush, push + (forced.impact * 0.01 * notional * thin) / hour.depth);
      drained[side] += notional / typical;
      drained[other] += (depth.drain.spill * notional) / typical;
      reached = roundSignificant(extreme * Math.exp(sign * push), PRICE_DIGITS);
    }
  };

  return {
    push: (hour) => {
      const { time, open, high, low } = hour;
      for (const opening of openings.at(time)) {
        sides[opening.side].open(opening, openings.position(opening, open));
      }
      if (hours++ % 24 === 0) {
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
