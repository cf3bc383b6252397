/** Outcome of the newest pull of each feed, including errors that a source cannot report itself. */

import { SourceError } from './feed.ts';
import type { FeedName } from './feeds.ts';
import type { FeedState, Source } from './source.ts';

/** Record of pulls. */
export interface FeedWatch {
  /** @param asOf as-of time of the source, epoch ms. */
  succeeded(source: Source, feed: FeedName, asOf: number): void;
  /** @param at time of the query, epoch ms. */
  failed(source: Source, feed: FeedName, at: number, reason: string): void;
  /** Whether the newest pull failed. */
  isFailing(source: Source, feed: FeedName): boolean;
  /**
   * States that the source reports. A feed whose newest pull failed is `stale`, or `unavailable` if no pull succeeded. The
   * failure of a feed that only callers read (book, account, pair, perp of another venue, chain data) expires after
   * {@link ASKED_WITHIN_MS} without a query.
   */
  state(source: Source, asOf: number): readonly FeedState[];
}

/** Time after which the failure of a feed without scheduled reads expires. */
export const ASKED_WITHIN_MS = 300_000;
const ON_DEMAND: ReadonlySet<FeedName> = new Set([
  'book',
  'account',
  'pools',
  'tokenPools',
  'promotions',
  'tokenSecurity',
  'pairBars',
  'settlements',
  'venueOpenInterest',
  'longShort',
]);

interface Seen {
  readonly lastSuccess: number | null;
  readonly failure: { readonly since: number; readonly last: number; readonly reason: string } | null;
}

const NOTHING: Seen = { lastSuccess: null, failure: null };

/** Creates a record without pulls. */
export function createFeedWatch(): FeedWatch {
  const seen = new Map<string, Seen>();
  const keyOf = ({ id }: Source, feed: FeedName): string => `${id}/${feed}`;
  const seenOf = (source: Source, feed: FeedName): Seen => seen.get(keyOf(source, feed)) ?? NOTHING;
  return {
    succeeded: (source, feed, asOf) => {
      const { lastSuccess } = seenOf(source, feed);
      seen.set(keyOf(source, feed), { lastSuccess: Math.max(lastSuccess ?? asOf, asOf), failure: null });
    },
    failed: (source, feed, at, reason) => {
      const { lastSuccess, failure } = seenOf(source, feed);
      seen.set(keyOf(source, feed), { lastSuccess, failure: { since: failure?.since ?? at, last: at, reason } });
    },
    isFailing: (source, feed) => seenOf(source, feed).failure !== null,
    state: (source, asOf) =>
      source.state(asOf).map((state) => {
        const { lastSuccess, failure } = seenOf(source, state.feed);
        const isOver = failure === null || (ON_DEMAND.has(state.feed) && asOf - failure.last > ASKED_WITHIN_MS);
        if (isOver) return state;
        const status = lastSuccess === null ? 'unavailable' : 'stale';
        return { ...state, status, since: failure.since, reason: failure.reason, asOf: lastSuccess };
      }),
  };
}

/** Public reason of an error; else its class name, which reveals no details. */
export function failureReason(error: unknown): string {
  if (error instanceof SourceError && error.reason !== undefined) return error.reason;
  return error instanceof Error ? error.constructor.name : typeof error;
}
