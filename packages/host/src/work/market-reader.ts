/** How producers read bars: questions whose answers can be shared, or cross into a worker thread. */

import type { DataSource } from '@barograph/contract';
import type { Bar, Candles, Interval } from '@barograph/core';
import type { CandleSource, Listing } from '../ports/candle-source.ts';
import { closedBars } from '../services/closed-bars.ts';

/** A market as producers see it. */
export interface MarketReader {
  readonly kind: DataSource;
  /** What has at least one closed bar at `asOf`, in order of venue and symbol. */
  listings(asOf: number): Promise<readonly Listing[]>;
  /**
   * The bars that open from `from` on and had closed by `asOf`, both epoch ms; undefined where the source has none that
   * fine. Read only: several producers may share them.
   *
   * @throws {SourceError} the source did not bring its bars.
   */
  closedBars(listing: Listing, interval: Interval, from: number, asOf: number): Promise<Candles | undefined>;
  /** The bar that is open at `asOf`; undefined when nothing of it is known. */
  openBar(listing: Listing, interval: Interval, asOf: number): Promise<Bar | undefined>;
}

/** A source of bars as producers read it; nothing is shared. */
export function marketReader(source: CandleSource): MarketReader {
  return {
    kind: source.kind,
    listings: async (asOf) => source.listings(asOf),
    closedBars: async (listing, interval, from, asOf) => closedBars(source, listing, interval, from, asOf),
    openBar: async ({ symbol, venue }, interval, asOf) => {
      const answer = await source.bars({ symbol, venue, interval, window: { kind: 'last', count: 1 }, asOf });
      return answer.ok ? answer.value.forming : undefined;
    },
  };
}
