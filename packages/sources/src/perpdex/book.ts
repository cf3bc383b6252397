/** Order books, requested individually. */

import { err, ok } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Book, BookQuery } from '../market/book.ts';
import type { Feed } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import { ASKED_WITHIN_MS } from '../market/feed-watch.ts';
import { createLastGood } from '../last-good.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import type { PerpdexClient } from './client.ts';
import { UNNAMED, type ContextsFeed } from './contexts.ts';

/** Books of the venue and the state of the feed. */
export interface BookFeed {
  readonly feed: Feed<BookQuery, Book>;
  state(now: number): FeedState;
}

/** A failed request returns no book, because an old book does not show what can be traded now. */
export function createBookFeed(
  client: Pick<PerpdexClient, 'book'>,
  contexts: Pick<ContextsFeed, 'trading'>,
  clock: Clock,
): BookFeed {
  const good = createLastGood<Book>();
  let lastAsked = -Infinity;
  return {
    feed: {
      pull: async ({ symbol, figures }) => {
        const trading = await contexts.trading();
        if (trading.length === 0) return err({ code: 'stale_source', reason: UNNAMED });
        if (!trading.some((perp) => perp.symbol === symbol)) {
          return err({ code: 'unknown_symbol', reason: `perpdex_perp does not list ${symbol}` });
        }
        const answer = await client.book(symbol, figures);
        lastAsked = clock.now();
        good.record(answer, clock.now());
        if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
        return ok({ rows: answer.value.value, asOf: answer.value.fetchedAt });
      },
    },
    state: (now) => {
      const state = good.state('book', now);
      // Books are requested on demand only, and a failure expires after a while without queries.
      const isAsked = state.status !== 'warming' && now - lastAsked <= ASKED_WITHIN_MS;
      return isAsked ? state : { ...state, status: 'ok', since: null, reason: null };
    },
  };
}
