/** Order books through the leader: requests within 3 s share one snapshot, on whichever replica they arrive. */

import type { Book, BookQuery, Feed, Source } from '@barograph/sources';
import type { Relay } from './relay.ts';
import { sharedFeed, type FeedSharing, type SharedFeed } from './shared-feed.ts';

/** Sharing of books. */
export interface BookSharing extends FeedSharing {
  readonly version: `books/${string}`;
}

/** A changed number is a new constant. */
export const BOOKS_V1: BookSharing = Object.freeze({ version: 'books/1', sharedMs: 3000, kept: 512 });

/**
 * Shares requests for order books between replicas.
 * @param book feed of the source named `id`, called only by the leader.
 */
export function sharedBooks(id: string, book: Feed<BookQuery, Book>, relay: Relay): SharedFeed<'book'> {
  const keyOf = ({ symbol, figures }: BookQuery): string => (figures === undefined ? symbol : `${symbol} ${figures}`);
  return sharedFeed(id, 'book', book, keyOf, relay, BOOKS_V1);
}

/** Source without a request budget, with its books from the leader; other data is the same on every replica. */
export function withSharedBooks(source: Source, relay: Relay): Source {
  const { book } = source.feeds;
  if (book === undefined) return source;
  const shared = sharedBooks(source.id, book, relay);
  relay.serve(source.id, async (feed, query) =>
    feed === 'book'
      ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- queries are written by `ask` of a replica
        shared.own(query as BookQuery)
      : { ok: false, error: { code: 'unavailable', reason: `no feed ${feed}` } },
  );
  return { ...source, feeds: { ...source.feeds, book: shared.feed } };
}
