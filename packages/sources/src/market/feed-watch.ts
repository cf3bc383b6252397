/** Outcome of the newest pull of each feed: what a source cannot say of itself, such as that it threw. */

import { SourceError } from './feed.ts';
import type { FeedName } from './feeds.ts';
import type { FeedState, Source } from './source.ts';

/** Record of pulls. */
export interface FeedWatch {
  /** @param asOf moment up to which the source knew, epoch ms. */
  succeeded(source: Source, feed: FeedName, asOf: number): void;
  /** @param at moment of the question, epoch ms. */
  failed(source: Source, feed: FeedName, at: number, reason: string): void;
  /** Whether the newest pull failed. */
  isFailing(source: Source, feed: FeedName): boolean;
  /**
   * Conditions that the source reports; a feed whose newest pull failed is `stale`, or `unavailable` if none succeeded. Of
   * what only callers ask for (a book, an account, a pair, a perp of another venue, all about chains), a failure is over when
   * nobody asked for {@link ASKED_WITHIN_MS}.
   */
  state(source: Source, asOf: number): readonly FeedState[];
}

/** Time after which the failure of a feed that no scheduled work reads says nothing any more. */
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

export function createFeedWatch(): FeedWatch {
  const seen = new Map<string, Seen>();
  const keyOf = ({ id }: Source, feed: FeedName): string => `${id}/${feed}`;
  const of = (source: Source, feed: FeedName): Seen => seen.get(keyOf(source, feed)) ?? NOTHING;
  return {
    succeeded: (source, feed, asOf) => {
      const { lastSuccess } = of(source, feed);
      seen.set(keyOf(source, feed), { lastSuccess: Math.max(lastSuccess ?? asOf, asOf), failure: null });
    },
    failed: (source, feed, at, reason) => {
      const { lastSuccess, failure } = of(source, feed);
      seen.set(keyOf(source, feed), { lastSuccess, failure: { since: failure?.since ?? at, last: at, reason } });
    },
    isFailing: (source, feed) => of(source, feed).failure !== null,
    state: (source, asOf) =>
      source.state(asOf).map((state) => {
        const { lastSuccess, failure } = of(source, state.feed);
        const isOver = failure === null || (ON_DEMAND.has(state.feed) && asOf - failure.last > ASKED_WITHIN_MS);
        if (isOver) return state;
        const status = lastSuccess === null ? 'unavailable' : 'stale';
        return { ...state, status, since: failure.since, reason: failure.reason, asOf: lastSuccess };
      }),
  };
}

/** The reason that an error has to show, else its class, which reveals nothing of the cause. */
export function failureReason(error: unknown): string {
  if (error instanceof SourceError && error.reason !== undefined) return error.reason;
  return error instanceof Error ? error.constructor.name : typeof error;
}
