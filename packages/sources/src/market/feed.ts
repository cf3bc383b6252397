/** Feed: a kind of data of a source. */

import type { Result } from '@barograph/core';
import type { Bars, BarsRequest } from './bars.ts';
import type { ObservedRange } from './derivatives.ts';
import type { Listing } from './listing.ts';

/** Rows of a source. */
export interface Series<Rows> {
  readonly rows: Rows;
  /** Time up to which the source knew, epoch ms. */
  readonly asOf: number;
  /** Set when the source serves its last good value instead of a current one. */
  readonly isStale?: true;
}

/** Reason for missing rows. `unavailable`: the source never has them; `stale_source`: not at present. */
export interface FeedProblem {
  readonly code: 'unknown_symbol' | 'unavailable' | 'stale_source';
  readonly reason: string;
  /** Set while the first data load; nothing failed. */
  readonly isWarming?: true;
  /** Name of the source that failed; set by the market. */
  readonly source?: string | undefined;
}

/** Thrown when work cannot continue without data. The host answers 503 and logs the reason. */
export class SourceError extends Error {
  /** Name of the source that failed; set by the market. */
  source: string | undefined;
  /** One line for the health answer, which shows the class of the error when undefined. */
  reason: string | undefined;
}

/**
 * Creates the error of work that needs a feed which failed.
 * @param reason reason of a {@link FeedProblem}, without keys, queries and addresses, because health shows it.
 */
export function failedFeed(reason: string): SourceError {
  const error = new SourceError(reason);
  error.reason = reason;
  return error;
}

/** Feed that is pulled. */
export interface Feed<Query, Rows> {
  /** May be slow: callers set their own deadline. Rejects only when the source is at fault. */
  pull(query: Query): Promise<Result<Series<Rows>, FeedProblem>>;
}

/** Bars feed with its listings. */
export interface BarsFeed extends Feed<BarsRequest, Bars> {
  /** Listings with at least one closed bar at `asOf`, epoch ms, ordered by venue and symbol. May change between calls. */
  listings(asOf: number): Promise<readonly Listing[]>;
}

/** Observations of perps. */
export interface ObservedFeed<Rows> extends Feed<ObservedRange, Rows> {
  /** Maximum time between two observations of a trading perp, ms. Minute detectors need minutes. */
  readonly every: number;
}
