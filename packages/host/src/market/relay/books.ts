/** Order books from the leader: questions within 3 s get one snapshot, whichever replica they come to. */

import type { Result } from '@barograph/core';
import { createRecent } from '@barograph/contract';
import type { Book, BookQuery } from '../book.ts';
import type { Feed, FeedProblem, Series } from '../feed.ts';
import type { Source } from '../source.ts';
import type { Relay } from './relay.ts';

/** Sharing of books. */
export interface BookSharing {
  readonly version: `books/${string}`;
  /** Age up to which the leader gives a book again, ms of the market's clock. */
  readonly sharedMs: number;
  /** Books kept by the leader. */
  readonly kept: number;
}

/** A changed number is a new constant. */
export const BOOKS_V1: BookSharing = Object.freeze({ version: 'books/1', sharedMs: 3000, kept: 512 });

type Answer = Result<Series<Book>, FeedProblem>;

interface Kept {
  readonly asOf: number;
  readonly answer: Promise<Answer>;
}

/** A feed of books as every replica asks it, and as the leader answers the others. */
export interface SharedBooks {
  readonly feed: Feed<BookQuery, Book>;
  /** Called by the leader. */
  own(query: BookQuery): Promise<Answer>;
}

/** @param book feed of the source named `id`, which only the leader calls. */
export function sharedBooks(id: string, book: Feed<BookQuery, Book>, relay: Relay): SharedBooks {
  const recent = createRecent<Kept>(BOOKS_V1.kept);
  const own = async (query: BookQuery): Promise<Answer> => {
    const { symbol, figures, asOf } = query;
    const key = figures === undefined ? symbol : `${symbol} ${figures}`;
    const known = recent.get(key);
    if (known !== undefined && known.asOf <= asOf && asOf - known.asOf < BOOKS_V1.sharedMs) return known.answer;
    const mine: Kept = { asOf, answer: book.pull(query) };
    recent.set(key, mine);
    const forget = (): void => {
      if (recent.get(key) === mine) recent.delete(key);
    };
    try {
      const answer = await mine.answer;
      if (!answer.ok) forget();
      return answer;
    } catch (error) {
      forget();
      throw error;
    }
  };
  const ask = async (query: BookQuery): Promise<Answer> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the leader answered from the same feed
    (await relay.ask(id, 'book', query, query.asOf, 0)) as Answer;
  return { own, feed: { pull: async (query) => (relay.leads() ? own(query) : ask(query)) } };
}

/** A source that counts no requests, with its books from the leader: all else is computed alike on every replica. */
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
