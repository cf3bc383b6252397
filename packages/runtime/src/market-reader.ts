/** Market reader of producers. Its requests can be shared and can cross into a worker thread. */

import type { DataSource } from '@barograph/contract';
import type { Bar, Candles, Interval } from '@barograph/core';
import { readOver, type Listing, type Market, type Provided } from '@barograph/sources';
import { closedBars } from './producers/closed-bars.ts';

/** Market as producers read it. */
export interface MarketReader extends Pick<Market, 'listings' | 'read'> {
  readonly kind: DataSource;
  /**
   * Bars that open at `from` or later and had closed by `asOf`, both epoch ms; undefined when no source has bars of that
   * interval. Several producers may share the array: do not modify it.
   *
   * @throws {SourceError} when the source did not return its bars.
   */
  closedBars(listing: Listing, interval: Interval, from: number, asOf: number): Promise<Provided<Candles> | undefined>;
  /** Bar that is open at `asOf`; undefined when unknown. */
  openBar(listing: Listing, interval: Interval, asOf: number): Promise<Provided<Bar> | undefined>;
}

/** Creates a market reader without sharing. */
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
