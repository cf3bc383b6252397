/** The perp venue on demand: names, settled funding, books. */

import type { BookFound, BookLevel, PerpVenue, SettledFunding } from '@barograph/contract';
import { bucketOpen, HOUR_MS } from '@barograph/core';
import type { Clock } from '../../clock.ts';
import { within } from '../../deadline.ts';
import type { BookSide } from '../../market/book.ts';
import { hourlyFundingRates } from '../../market/hourly.ts';
import type { Market } from '../../market/market.ts';
import { findCoin, symbolsOf } from '../coins.ts';

/** Patience with the source. */
export interface PerpVenueConfig {
  readonly version: `perp-venue/${string}`;
  /** Real ms; less than the 7.5 s that an operation has, listings included. */
  readonly waitMs: number;
}

/** A changed number is a new constant. */
export const PERP_VENUE_V1: PerpVenueConfig = Object.freeze({ version: 'perp-venue/1', waitMs: 5000 });

const VENUE = 'perpdex_perp';

function levelsOf({ price, size, orders }: BookSide): readonly BookLevel[] {
  return Array.from(price, (one, i) => ({ price: one, size: size[i]!, orders: orders[i]! }));
}

/** @param report called with each error of the source. */
export function createPerpVenue(market: Market, clock: Clock, report: (error: unknown) => void): PerpVenue {
  /** undefined where the source fails, or does not answer in time. */
  const asked = async <Value>(ask: () => Promise<Value | undefined>): Promise<Value | undefined> => {
    try {
      return await within(PERP_VENUE_V1.waitMs, ask());
    } catch (error) {
      report(error);
      return undefined;
    }
  };
  return {
    has: (feed) => market.has(feed),
    coinOf: async (name) => findCoin(await symbolsOf(market, VENUE, clock.now()), name),
    funding: async (coin, hours) =>
      asked(async (): Promise<readonly SettledFunding[]> => {
        const last = bucketOpen(clock.now(), HOUR_MS) - HOUR_MS;
        const rates = (await hourlyFundingRates(market, { symbol: coin, last, hours })) ?? new Float64Array(0);
        const first = last - (rates.length - 1) * HOUR_MS;
        return Array.from(rates, (rate, i) => ({ time: first + (i + 1) * HOUR_MS, rate })).filter(
          ({ rate }) => !Number.isNaN(rate),
        );
      }),
    book: async (coin) =>
      asked(async (): Promise<BookFound | undefined> => {
        const answer = await market.book({ symbol: coin, asOf: clock.now() });
        if (!answer.ok) return undefined;
        const { time, bids, asks, provenance } = answer.value;
        return { time, bids: levelsOf(bids), asks: levelsOf(asks), fetchedAt: provenance.asOf };
      }),
  };
}
