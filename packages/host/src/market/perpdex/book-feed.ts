/** Order books, asked for one by one. */

import { err, ok } from '@barograph/core';
import type { Clock } from '../../clock.ts';
import type { Book, BookQuery } from '../book.ts';
import type { Feed } from '../feed.ts';
import type { FeedState } from '../source.ts';
import { createLastGood } from '../upstream/last-good.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import type { PerpdexClient } from './client.ts';
import type { ContextsFeed } from './contexts-feed.ts';

/** Books of the venue, with the condition of the feed. */
export interface BookFeed {
  readonly feed: Feed<BookQuery, Book>;
  state(now: number): FeedState;
}

/** A book that did not come is none: an old one says nothing of what can be traded now. */
export function createBookFeed(
  client: Pick<PerpdexClient, 'book'>,
  contexts: Pick<ContextsFeed, 'trading'>,
  clock: Clock,
): BookFeed {
  const good = createLastGood<Book>();
  return {
    feed: {
      pull: async ({ symbol, figures }) => {
        const trading = await contexts.trading();
        if (!trading.some((perp) => perp.symbol === symbol)) {
          return err({ code: 'unknown_symbol', reason: `perpdex_perp does not list ${symbol}` });
        }
        const answer = await client.book(symbol, figures);
        good.record(answer, clock.now());
        if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
        return ok({ rows: answer.value.value, asOf: answer.value.fetchedAt });
      },
    },
    state: (now) => {
      const state = good.state('book', now);
      // Nothing is asked for before somebody wants a book.
      return state.status === 'warming' ? { ...state, status: 'ok', reason: null } : state;
    },
  };
}
