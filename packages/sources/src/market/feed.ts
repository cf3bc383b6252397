/** One kind of data of one source. */

import type { Result } from '@barograph/core';
import type { Bars, BarsRequest } from './bars.ts';
import type { ObservedRange } from './derivatives.ts';
import type { Listing } from './listing.ts';

/** Rows as a source gives them. */
export interface Series<Rows> {
  readonly rows: Rows;
  /** Moment up to which the source knew, epoch ms. */
  readonly asOf: number;
  /** Set when the source serves its last good value instead of a current one. */
  readonly isStale?: true;
}

/** Reason why there are no rows. `unavailable`: never of this kind; `stale_source`: not now. */
export interface FeedProblem {
  readonly code: 'unknown_symbol' | 'unavailable' | 'stale_source';
  readonly reason: string;
  /** Set while the first data are under way: nothing failed. */
  readonly isWarming?: true;
  /** Name of the source that failed; set by the market. */
  readonly source?: string | undefined;
}

/** Thrown where work cannot continue without data: the answer is then 503, and the log has the reason. */
export class SourceError extends Error {
  /** Name of the source that failed; set by the market. */
  source: string | undefined;
  /** One line that health may show; the class of the error is shown when it is undefined. */
  reason: string | undefined;
}

/** @param reason as a {@link FeedProblem} has it: free of keys, queries and addresses, so that health may show it. */
export function failedFeed(reason: string): SourceError {
  const error = new SourceError(reason);
  error.reason = reason;
  return error;
}

/** Rows on demand. */
export interface Feed<Query, Rows> {
  /** May be slow: callers set their own deadline. Rejects only when the source is at fault. */
  pull(query: Query): Promise<Result<Series<Rows>, FeedProblem>>;
}

/** Bars, with what they are of. */
export interface BarsFeed extends Feed<BarsRequest, Bars> {
  /** Whatever has at least one closed bar at `asOf`, in order of venue and symbol. May change from call to call. */
  listings(asOf: number): Promise<readonly Listing[]>;
}

/** Observations of perps. */
export interface ObservedFeed<Rows> extends Feed<ObservedRange, Rows> {
  /** Longest time between two observations of a perp that trades, ms. Detectors of minutes need minutes. */
  readonly every: number;
}
