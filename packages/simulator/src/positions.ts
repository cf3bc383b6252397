/**
 * Openings of leveraged positions of one perp: one of each side every few hours, at the current price. The generator of
 * a week's openings is keyed by the week, so positions of any time are known without earlier ones.
 */

import { bucketOpen, HOUR_MS, WEEK_MS } from '@barograph/core';
import { levelOf, type Position, type PositionSide } from './forced-close.ts';
import type { ListingConfig } from './listings.ts';
import type { Microstructure } from './microstructure.ts';
import { maxLeverageOf, sizeDecimalsOf } from './perp-terms.ts';
import { generator, logistic, meanOfExp, type Draw } from './random.ts';

/** Position at opening, before its price is known. */
export interface Opening {
  readonly side: PositionSide;
  /** Units of the listing. */
  readonly size: number;
  readonly leverage: number;
  /** Time of opening, epoch ms. */
  readonly opened: number;
  /** Time at which its holder closes it, unless a forced close comes first: a whole hour. */
  readonly until: number;
}

/** Openings of a perp, and the positions they become at a price. */
export interface Openings {
  readonly maintenance: number;
  /** Price at the market's start, quote units: depth and mean open interest are measured at it. */
  readonly price: number;
  /** Mean open interest, units of the listing. */
  readonly openInterest: number;
  readonly sizeDecimals: number;
  /** Positions that open at a whole hour, epoch ms; mostly empty. */
  at(time: number): readonly Opening[];
  level(opening: Opening, entry: number): number;
  position(opening: Opening, entry: number): Position;
}

const NONE: readonly Opening[] = [];

/**
 * Creates the openings of a perp.
 * @param key key of the market and the perp.
 * @param price price of the listing at the market's start, quote units.
 */
export function createOpenings(key: string, listing: ListingConfig, price: number, laws: Microstructure): Openings {
  const { forced: law } = laws;
  const most = maxLeverageOf(listing.quoteVolume, law.maxLeverage);
  const maintenance = 1 / (2 * most);
  const openInterest = Math.max(1, (law.openInterestDays * listing.quoteVolume) / price);
  const sizeDecimals = sizeDecimalsOf(price, laws.sizeDecimals);
  const scale = 10 ** sizeDecimals;
  const every = law.everyHours * HOUR_MS;
  const weights = law.leverage.reduce((sum, [, weight]) => sum + weight, 0);
  const mean = (law.share * openInterest * law.everyHours) / law.holdHours / meanOfExp(law.noise);

  const leverageOf = (u: number): number => {
    let i = 0;
    for (let rest = u * weights - law.leverage[0]![1]; rest > 0 && i < law.leverage.length - 1; i++) {
      rest -= law.leverage[i + 1]![1];
    }
    return Math.min(most, law.leverage[i]![0]);
  };
  const level = ({ side, leverage }: Opening, entry: number): number => levelOf(side, entry, leverage, maintenance);
  const opening = (draw: Draw, side: PositionSide, opened: number): Opening => {
    const leverage = leverageOf(draw());
    const size = Math.max(1, Math.round(mean * Math.exp(law.noise * logistic(draw)) * scale)) / scale;
    const hours = Math.min(law.mostHoldHours, Math.ceil(-law.holdHours * Math.log(draw())));
    return { side, size, leverage, opened, until: opened + hours * HOUR_MS };
  };
  const weekOf = (from: number): readonly (readonly Opening[])[] => {
    const draw = generator(`${key}|positions|${from}`);
    return Array.from({ length: WEEK_MS / every }, (_, slot) => {
      const opened = from + slot * every;
      return [opening(draw, 'long', opened), opening(draw, 'short', opened)];
    });
  };
  let week = NaN;
  let slots: readonly (readonly Opening[])[] = [];
  return {
    maintenance,
    price,
    openInterest,
    sizeDecimals,
    at: (time) => {
      if (time % every !== 0) return NONE;
      const open = bucketOpen(time, WEEK_MS);
      if (open !== week) {
        week = open;
        slots = weekOf(open);
      }
      return slots[(time - open) / every]!;
    },
    level,
    position: (opening, entry) => ({
      symbol: listing.symbol,
      id: `${opening.opened / HOUR_MS}${opening.side === 'long' ? 'L' : 'S'}`,
      side: opening.side,
      size: opening.size,
      leverage: opening.leverage,
      maintenance,
      entry,
      level: level(opening, entry),
      opened: opening.opened,
    }),
  };
}
