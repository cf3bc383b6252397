/** The perp venue on demand: settled funding, books. */

import type { BookFound, BookLevel, PerpVenue, SettledHours } from '@barograph/contract';
import { bucketOpen, HOUR_MS } from '@barograph/core';
import { hourlyLevels } from '@barograph/nowcast';
import { type Clock, within, type BookSide, type Market, shownField } from '@barograph/sources';

/** Timeout of the source. */
export interface PerpVenueConfig {
  readonly version: `perp-venue/${string}`;
  /** Real ms; below the 7.5 s of an operation. */
  readonly waitMs: number;
}

/** A changed number is a new constant. */
export const PERP_VENUE_V1: PerpVenueConfig = Object.freeze({ version: 'perp-venue/1', waitMs: 5000 });

function levelsOf({ price, size, orders }: BookSide): readonly BookLevel[] {
  return Array.from(price, (level, i) => ({ price: level, size: size[i]!, orders: orders[i]! }));
}

/**
 * Creates the port of the perp venue.
 * @param report called with each error of the source.
 */
export function createPerpVenue(market: Market, clock: Clock, report: (error: unknown) => void): PerpVenue {
  /** undefined when the source fails or does not answer in time. */
  const attempt = async <Value>(ask: () => Promise<Value | undefined>): Promise<Value | undefined> => {
    try {
      return await within(PERP_VENUE_V1.waitMs, ask());
    } catch (error) {
      report(error);
      return undefined;
    }
  };
  return {
    has: (feed) => market.has(feed),
    funding: async (coin, hours) =>
      attempt(async (): Promise<SettledHours | undefined> => {
        const to = bucketOpen(clock.now(), HOUR_MS);
        const answer = await market.read('funding', { symbol: coin, from: to - hours * HOUR_MS, to });
        if (!answer.ok) return undefined;
        const { time, rate1h, provenance } = answer.value;
        const rates = hourlyLevels({ time, value: rate1h }, to - HOUR_MS, hours);
        const all = Array.from(rates, (rate, i) => ({ time: to - (hours - 1 - i) * HOUR_MS, rate }));
        const known = all.filter(({ rate }) => !Number.isNaN(rate));
        return { hours: known, ...shownField(market, [{ feed: 'funding', ...provenance }]) };
      }),
    book: async (coin) =>
      attempt(async (): Promise<BookFound | undefined> => {
        const answer = await market.read('book', { symbol: coin, asOf: clock.now() });
        if (!answer.ok) return undefined;
        const { time, bids, asks, provenance } = answer.value;
        const origin = shownField(market, [{ feed: 'book', ...provenance }]);
        return { time, bids: levelsOf(bids), asks: levelsOf(asks), fetchedAt: provenance.asOf, ...origin };
      }),
  };
}
