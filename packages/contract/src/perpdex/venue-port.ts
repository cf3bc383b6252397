/** Port of the perp venue for on-demand requests. */

import { port } from '../context.ts';
import type { FeedKind, Provenance } from '../published.ts';

/** Settled funding, one row per hour, oldest first. */
export interface SettledFunding {
  /** End of the hour, epoch ms. */
  readonly time: number;
  /** Fraction of the notional per hour. */
  readonly rate: number;
}

/** Settled hours of a perp. */
export interface SettledHours {
  readonly hours: readonly SettledFunding[];
  /** Present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
}

/** Level of a book. */
export interface BookLevel {
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
  /** NaN when unknown. */
  readonly orders: number;
}

/** Fetched book. */
export interface BookFound {
  /** The venue's own time, epoch ms; NaN when absent. */
  readonly time: number;
  /** Best first. */
  readonly bids: readonly BookLevel[];
  /** Best first. */
  readonly asks: readonly BookLevel[];
  readonly fetchedAt: number;
  /** Present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
}

/** Requests on demand. */
export interface PerpVenue {
  /** False when no source of the host provides such data. */
  has(feed: FeedKind): boolean;
  /** Last settled hours; undefined when the source did not answer in time. */
  funding(coin: string, hours: number): Promise<SettledHours | undefined>;
  /** Book, shared by requests within 3 s over all replicas; undefined when it did not arrive in time. */
  book(coin: string): Promise<BookFound | undefined>;
}

/** Port of data that only the perp venue has. */
export const PERP_VENUE = port<PerpVenue>('perp venue', ['has']);
