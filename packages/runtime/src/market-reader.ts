/** Market reads of producers: requests whose answers can be shared, or cross into a worker thread. */

import type { DataSource } from '@barograph/contract';
import type { Bar, Candles, Interval } from '@barograph/core';
import type { Listing, Market, Provided } from '@barograph/sources';
import { closedBars } from './producers/closed-bars.ts';

/** A market as producers see it. */
export interface MarketReader extends Pick<
  Market,
  | 'listings'
  | 'funding'
  | 'openInterest'
  | 'contexts'
  | 'mids'
  | 'book'
  | 'trades'
  | 'liquidations'
  | 'accounts'
  | 'leaderboard'
  | 'accountFills'
  | 'pull'
> {
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
    funding: async (range, every) => market.funding({ ...range, urgency: 'bulk' }, every),
    openInterest: async (range, every) => market.openInterest(range, every),
    contexts: async (query) => market.contexts(query),
    mids: async (query) => market.mids(query),
    book: async (query) => market.book(query),
    trades: async (query) => market.trades(query),
    liquidations: async (query) => market.liquidations(query),
    accounts: async (query) => market.accounts(query),
    leaderboard: async (query) => market.leaderboard(query),
    accountFills: async (query) => market.accountFills(query),
    pull: async (name, query) => market.pull(name, query),
    closedBars: async (listing, interval, from, asOf) => closedBars(market, listing, interval, from, asOf, 'bulk'),
    openBar: async ({ symbol, venue }, interval, asOf) => {
      const answer = await market.bars({ symbol, venue, interval, window: { kind: 'last', count: 1 }, asOf });
      if (!answer.ok || answer.value.forming === undefined) return undefined;
      return { ...answer.value.forming, provenance: answer.value.provenance };
    },
  };
}
