/** The perp venue of a host, as operations ask it. */

import { port } from '../context.ts';
import type { FeedKind, Provenance } from '../published.ts';

/** Funding that was settled, one row per hour, oldest first. */
export interface SettledFunding {
  /** End of the hour, epoch ms. */
  readonly time: number;
  /** Fraction of the notional per hour. */
  readonly rate: number;
}

/** The settled hours of a perp. */
export interface SettledHours {
  readonly hours: readonly SettledFunding[];
  /** Of a host with several sources only. */
  readonly provenance?: readonly Provenance[];
}

/** One level of a book. */
export interface BookLevel {
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
  /** NaN where unknown. */
  readonly orders: number;
}

/** A book as it was fetched. */
export interface BookFound {
  /** The venue's own time, epoch ms; NaN where it gives none. */
  readonly time: number;
  /** Best first. */
  readonly bids: readonly BookLevel[];
  /** Best first. */
  readonly asks: readonly BookLevel[];
  readonly fetchedAt: number;
  /** Of a host with several sources only. */
  readonly provenance?: readonly Provenance[];
}

/** Requests on demand. */
export interface PerpVenue {
  /** False where no source of the host will ever have such data. */
  has(feed: FeedKind): boolean;
  /** The last hours that were settled; undefined when the source did not bring them in time. */
  funding(coin: string, hours: number): Promise<SettledHours | undefined>;
  /** The book; questions within 3 s share one, over all replicas. undefined when it did not come in time. */
  book(coin: string): Promise<BookFound | undefined>;
}

/** Port of what only the perp venue knows. */
export const PERP_VENUE = port<PerpVenue>('perp venue', ['has']);
