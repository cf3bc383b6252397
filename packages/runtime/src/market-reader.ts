/** Market reads of producers: requests whose answers can be shared, or cross into a worker thread. */

import type { DataSource } from '@barograph/contract';
import type { Bar, Candles, Interval } from '@barograph/core';
import { readOver, type Listing, type Market, type Provided } from '@barograph/sources';
import { closedBars } from './producers/closed-bars.ts';

/** A market as producers see it. */
export interface MarketReader extends Pick<Market, 'listings' | 'read'> {
  readonly kind: DataSource;
  /**
   * The bars that open from `from` on and had closed by `asOf`, both epoch ms; undefined where no source has any that
   * fine. Read only: several producers may share them.
   *
   * @throws {SourceError} the source did not bring its bars.
   */
  closedBars(listing: Listing, interval: Interval, from: number, asOf: number): Promise<Provided<Candles> | undefined>;
  /** The bar that is open at `asOf`; undefined when nothing of it is known. */
  openBar(listing: Listing, interval: Interval, asOf: number): Promise<Provided<Bar> | undefined>;
}

/** A market as producers read it; nothing is shared. */
export function marketReader(market: Market): MarketReader {
  return {
    kind: market.kind,
    listings: async (asOf) => market.listings(asOf),
    read: readOver(market.read, 'funding', async (query) => market.read('funding', { ...query, urgency: 'bulk' })),
    closedBars: async (listing, interval, from, asOf) => closedBars(market, listing, interval, from, asOf, 'bulk'),
    openBar: async ({ symbol, venue }, interval, asOf) => {
      const answer = await market.read('bars', { symbol, venue, interval, window: { kind: 'last', count: 1 }, asOf });
      if (!answer.ok || answer.value.forming === undefined) return undefined;
      return { ...answer.value.forming, provenance: answer.value.provenance };
    },
  };
}
