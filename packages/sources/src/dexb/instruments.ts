/** Perps of the second perp exchange, and the perp of a query. */

import { err, ok, type Result } from '@barograph/core';
import { feedProblem } from '../forced/source-parts.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { OtherVenue, VenueRange } from '../market/venues.ts';
import type { DexbClient } from './client.ts';
import type { Instrument } from './payloads.ts';

/** Name of the venue in queries. */
export const VENUE: OtherVenue = 'dexb';

/** Instruments of the venue. */
export interface Instruments {
  /** Requests the instruments. @returns the problem; undefined on success. */
  poll(): Promise<FeedProblem | undefined>;
  all(): readonly Instrument[];
  of(symbol: string): Instrument | undefined;
  /** Requests the instruments unless they are known. */
  ready(): Promise<FeedProblem | undefined>;
  /** Returns the perp of a query. Problems: `unavailable` for another venue, `unknown_symbol` for an unlisted perp. */
  listed(query: Pick<VenueRange, 'venue' | 'symbol'>): Promise<Result<Instrument, FeedProblem>>;
}

/** Refuses a query about another venue, so that the next source is tried; otherwise undefined. */
export function elsewhere(venue: OtherVenue): { readonly ok: false; readonly error: FeedProblem } | undefined {
  return venue === VENUE ? undefined : err({ code: 'unavailable', reason: `the second perp exchange is not ${venue}` });
}

/** Creates the cache of the venue's newest instruments. */
export function createInstruments(client: Pick<DexbClient, 'instruments'>): Instruments {
  let known: ReadonlyMap<string, Instrument> = new Map();
  let underWay: Promise<FeedProblem | undefined> | undefined;
  const once = async (): Promise<FeedProblem | undefined> => {
    const answer = await client.instruments();
    if (!answer.ok) return feedProblem(answer.error);
    known = new Map(answer.value.value.rows.map((row) => [row.symbol, row]));
    return undefined;
  };
  const poll = async (): Promise<FeedProblem | undefined> => {
    underWay ??= once().finally(() => (underWay = undefined));
    return underWay;
  };
  const ready: Instruments['ready'] = async () => (known.size > 0 ? undefined : poll());
  return {
    poll,
    all: () => [...known.values()],
    of: (symbol) => known.get(symbol),
    ready,
    listed: async ({ venue, symbol }) => {
      const other = elsewhere(venue);
      if (other !== undefined) return other;
      const problem = await ready();
      if (problem !== undefined) return err(problem);
      const found = known.get(symbol);
      const reason = `the second perp exchange does not list ${symbol}`;
      return found === undefined ? err({ code: 'unknown_symbol', reason }) : ok(found);
    },
  };
}
