/** Leveraged positions of one perp: open ones, forced closes, and their effect on the book. */

import { bucketOpen, firstAtOrAfter, HOUR_MS, type Candles } from '@barograph/core';
import { calmShare, drainedFor, drainedShares, type DepthShares } from './depth.ts';
import type { Factor } from './factor.ts';
import type { ForcedClose, OpenedPosition, Position } from './forced-close.ts';
import { firstPushed, type HourPushing } from './hours.ts';
import { kept } from './kept.ts';
import type { ListingConfig } from './listings.ts';
import type { Microstructure } from './microstructure.ts';
import { createOpenings } from './positions.ts';
import { createPushing, type PushedHour } from './pushed-hours.ts';
import { closingPrice, settle } from './settled.ts';

/** Hours of a perp so far. */
interface HoursSoFar {
  readonly bars: Candles;
  readonly pushed: readonly PushedHour[];
}

/** Parts of a perp. */
export interface ForcedPerpParts {
  /** Key of the market and the perp. */
  readonly key: string;
  readonly listing: ListingConfig;
  /** Price at the market's start, quote units. */
  readonly price: number;
  readonly laws: Microstructure;
  /** Open of the market's first hour, epoch ms. */
  readonly start: number;
  readonly factor: Factor;
  /** Hours that close by a moment; may include more pushed ones. */
  readonly hours: (until: number) => HoursSoFar;
  /** Sixty minutes of an hour. */
  readonly minutes: (hour: number) => Candles;
}

/** Time (epoch ms) and price of a forced close. */
export type CloseAt = Pick<ForcedClose, 'time' | 'price'>;

/** Positions, closes and depth of a perp. Times are epoch ms. */
export interface ForcedPerp {
  readonly pushing: HourPushing;
  /** Closes after `from` and by `to`, oldest first. */
  closes(from: number, to: number): readonly ForcedClose[];
  positions(time: number): readonly Position[];
  /** Positions that opened at `from` or later and by `to`, oldest first. */
  opened(from: number, to: number): readonly OpenedPosition[];
  /**
   * Time and price of a position's forced close by `to`; undefined without one.
   *
   * @param isExact whether the exact time within an hour is needed; otherwise it is 1 ms after the open of the hour,
   * which is cheaper.
   */
  closeOf(position: OpenedPosition, to: number, isExact: (hour: number) => boolean): CloseAt | undefined;
  depth(time: number): DepthShares;
}

/** Hours whose closes are kept with their times: longer than closes drain a book. */
const KEPT = 48;

/** Creates a perp; its hours are computed on demand. */
export function createForcedPerp(parts: ForcedPerpParts): ForcedPerp {
  const { key, listing, price, laws, start, factor, hours, minutes } = parts;
  const openings = createOpenings(key, listing, price, laws);
  const typical = Math.max(1, laws.depth.share * listing.quoteVolume);
  const first = start + listing.listedAfter;
  const calm = (hour: number): number => calmShare(laws.depth, factor.regime[hour]!, factor.activity[hour]!);

  const upTo = (time: number): HoursSoFar => hours(bucketOpen(time, HOUR_MS) + HOUR_MS);
  const settled = kept(KEPT, (hour): readonly ForcedClose[] => {
    const { pushed } = upTo(hour);
    return settle(pushed[firstPushed(pushed, hour)]!, minutes(hour));
  });
  const closes = (from: number, to: number): readonly ForcedClose[] => {
    const { pushed } = upTo(to);
    const found: ForcedClose[] = [];
    for (let i = firstPushed(pushed, bucketOpen(from, HOUR_MS)); i < pushed.length; i++) {
      if (pushed[i]!.time > to) break;
      for (const close of settled(pushed[i]!.time)) if (close.time > from && close.time <= to) found.push(close);
    }
    return found;
  };

  return {
    pushing: {
      pushing: createPushing(openings, typical, (time) => typical * calm((time - start) / HOUR_MS), laws),
      law: laws.forced,
    },
    closes,
    positions: (time) => {
      const { bars } = upTo(time);
      const since = Math.max(first, bucketOpen(time, HOUR_MS) - laws.forced.mostHoldHours * HOUR_MS);
      const gone = new Set(closes(Math.max(0, since - 1), time).map(({ id }) => id));
      const open: Position[] = [];
      for (let i = firstAtOrAfter(bars, since); i < bars.length && bars.time[i]! <= time; i++) {
        for (const opening of openings.at(bars.time[i]!)) {
          const position = openings.position(opening, bars.open[i]!);
          if (opening.until > time && !gone.has(position.id)) open.push(position);
        }
      }
      return open;
    },
    opened: (from, to) => {
      const { bars } = upTo(to);
      const found: OpenedPosition[] = [];
      for (let i = firstAtOrAfter(bars, from); i < bars.length && bars.time[i]! <= to; i++) {
        for (const opening of openings.at(bars.time[i]!)) {
          found.push({ ...openings.position(opening, bars.open[i]!), until: opening.until });
        }
      }
      return found;
    },
    closeOf: ({ id, opened, until }, to, isExact) => {
      const { pushed } = upTo(to);
      for (let i = firstPushed(pushed, opened); i < pushed.length; i++) {
        const { time, closed } = pushed[i]!;
        if (time > to || time >= until) return undefined;
        const closing = closed.find((position) => position.id === id);
        if (closing === undefined) continue;
        if (!isExact(time)) return { time: time + 1, price: closingPrice(closing) };
        const close = settled(time).find((close) => close.id === id)!;
        return close.time <= to ? { time: close.time, price: close.price } : undefined;
      }
      return undefined;
    },
    depth: (time) => {
      const hour = Math.max(0, Math.floor((time - start) / HOUR_MS));
      factor.extend(hour + 1);
      const drained = closes(Math.max(0, time - drainedFor(laws.depth)), time);
      return drainedShares(laws.depth, calm(hour), drained, typical, price, time);
    },
  };
}
