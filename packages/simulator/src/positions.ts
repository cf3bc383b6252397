/**
 * Openings of leveraged positions of one perp: one of each side every few hours, at the price that then is. What opens in a
 * day is drawn by a generator named after the day, so that positions of any time can be told without those before it.
 */

import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import { levelOf, type Position, type PositionSide } from './forced-close.ts';
import type { ListingConfig } from './listings.ts';
import type { Microstructure } from './microstructure.ts';
import { maxLeverageOf, sizeDecimalsOf } from './perp-terms.ts';
import { generator, logistic } from './random.ts';

/** A position as it opens, before its price is known. */
export interface Opening {
  readonly side: PositionSide;
  /** Units of the listing. */
  readonly size: number;
  readonly leverage: number;
  /** Epoch ms. */
  readonly opened: number;
  /** Moment that its holder closes it, when nothing closes it before: a whole hour. */
  readonly until: number;
}

/** Openings of a perp, and what they become at a price. */
export interface Openings {
  readonly maintenance: number;
  /** Mean open interest, units of the listing. */
  readonly openInterest: number;
  readonly sizeDecimals: number;
  /** What opens at a whole hour, epoch ms; of most hours nothing. */
  at(time: number): readonly Opening[];
  position(opening: Opening, entry: number): Position;
}

const SIDES: readonly PositionSide[] = ['long', 'short'];
const NONE: readonly Opening[] = [];

/**
 * @param key names the market and the perp.
 * @param price of the listing at the market's start, quote units.
 */
export function createOpenings(key: string, listing: ListingConfig, price: number, laws: Microstructure): Openings {
  const { forced: law } = laws;
  const most = maxLeverageOf(listing.quoteVolume, law.maxLeverage);
  const maintenance = 1 / (2 * most);
  const openInterest = Math.max(1, (law.openInterestDays * listing.quoteVolume) / price);
  const sizeDecimals = sizeDecimalsOf(price, laws.sizeDecimals);
  const scale = 10 ** sizeDecimals;
  const weights = law.leverage.reduce((sum, [, weight]) => sum + weight, 0);
  // The mean of e^(s · logistic) is πs / sin πs: sizes are divided by it, so that the sum has the stated share.
  const skew = law.noise === 0 ? 1 : (Math.PI * law.noise) / Math.sin(Math.PI * law.noise);
  const mean = (law.share * openInterest * law.everyHours) / law.holdHours / skew;

  const leverageOf = (u: number): number => {
    let rest = u * weights;
    const [leverage] = law.leverage.find(([, weight]) => (rest -= weight) < 0) ?? law.leverage.at(-1)!;
    return Math.min(most, leverage);
  };
  const dayOf = (day: number): readonly (readonly Opening[])[] => {
    const draw = generator(`${key}|positions|${day}`);
    return Array.from({ length: 24 / law.everyHours }, (_, slot) => {
      const opened = day + slot * law.everyHours * HOUR_MS;
      return SIDES.map((side): Opening => {
        const leverage = leverageOf(draw());
        const size = Math.max(1, Math.round(mean * Math.exp(law.noise * logistic(draw)) * scale)) / scale;
        const hours = Math.min(law.mostHoldHours, Math.ceil(-law.holdHours * Math.log(draw())));
        return { side, size, leverage, opened, until: opened + hours * HOUR_MS };
      });
    });
  };
  let day = NaN;
  let slots: readonly (readonly Opening[])[] = [];
  return {
    maintenance,
    openInterest,
    sizeDecimals,
    at: (time) => {
      const hour = (time - bucketOpen(time, DAY_MS)) / HOUR_MS;
      if (hour % law.everyHours !== 0) return NONE;
      if (bucketOpen(time, DAY_MS) !== day) {
        day = bucketOpen(time, DAY_MS);
        slots = dayOf(day);
      }
      return slots[hour / law.everyHours]!;
    },
    position: ({ side, size, leverage, opened }, entry) => ({
      symbol: listing.symbol,
      id: `${opened / HOUR_MS}${side === 'long' ? 'L' : 'S'}`,
      side,
      size,
      leverage,
      maintenance,
      entry,
      level: levelOf(side, entry, leverage, maintenance),
      opened,
    }),
  };
}
