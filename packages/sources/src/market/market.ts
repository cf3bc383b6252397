/** Combines sources into a market: each query goes to the first source that has the data. */

import type { DataSource } from '@barograph/contract';
import { err, ok, UsageError, type Result } from '@barograph/core';
import { SourceError, type BarsFeed, type Feed, type FeedProblem } from './feed.ts';
import { createFeedWatch, failureReason, type FeedWatch } from './feed-watch.ts';
import { FEED_LABELS, type FeedName, type FeedQuery, type FeedRows } from './feeds.ts';
import { listingKey, VENUES, type Listing } from './listing.ts';
import type { Provided } from './provenance.ts';
import type { FeedState, Source } from './source.ts';

/** Rows with provenance, or the problem. */
export type Pulled<Rows> = Result<Provided<Rows>, FeedProblem>;

/** Reads a feed. Decorators have the type `(next: Read) => Read`. */
export type Read = <Name extends FeedName>(feed: Name, query: FeedQuery<Name>) => Promise<Pulled<FeedRows<Name>>>;

/** Overrides the reading of one feed. */
export function readOver<Name extends FeedName>(
  next: Read,
  name: Name,
  read: (query: FeedQuery<Name>) => Promise<Pulled<FeedRows<Name>>>,
): Read {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is that of the feed
  return (async (feed: FeedName, query: never) => (feed === name ? read(query) : next(feed, query))) as Read;
}

/** Source with the state of its feeds. */
export interface SourceReport {
  readonly id: string;
  readonly kind: DataSource;
  readonly feeds: readonly FeedState[];
}

/** Market data of a host. */
export interface Market {
  /** Kind of the bars source, which applies to every value computed from bars. */
  readonly kind: DataSource;
  /** Kinds of all sources, in order, without duplicates. */
  readonly kinds: readonly DataSource[];
  /** Sources in order of preference. */
  readonly sources: readonly Source[];
  /** Whether a source has the feed. @param every maximum time between observations, ms. @default any */
  has(feed: FeedName, every?: number): boolean;
  /**
   * Listings with at least one closed bar at `asOf`, epoch ms, ordered by venue and symbol, without duplicates. A failing
   * source keeps its last listings.
   *
   * @throws {SourceError} when a source failed and no source has ever listed anything.
   */
  listings(asOf: number): Promise<readonly Listing[]>;
  /** Rows of a feed. Rejects when the source is at fault. */
  readonly read: Read;
  /** Whether the newest pull of a feed succeeded; undefined for an unknown source. */
  isFresh(source: string, feed: FeedName): boolean | undefined;
  /** States of all feeds at `asOf`, epoch ms by the market clock (in a replay, the time that is replayed). */
  state(asOf: number): readonly SourceReport[];
  /** Starts every source without waiting for data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Feed with its source. */
interface Offer<Name extends FeedName> {
  readonly source: Source;
  readonly feed: Feed<FeedQuery<Name>, FeedRows<Name>>;
}

function offersOf<Name extends FeedName>(sources: readonly Source[], name: Name): readonly Offer<Name>[] {
  return sources.flatMap((source) => {
    const feed = source.feeds[name];
    return feed === undefined ? [] : [{ source, feed }];
  });
}

/** Keeps the first problem, but replaces `unknown_symbol` by a later `unavailable`: another source lists the symbol without these rows. */
function clearer(known: FeedProblem | undefined, next: FeedProblem): FeedProblem {
  return known === undefined || (known.code === 'unknown_symbol' && next.code !== 'unknown_symbol') ? next : known;
}

/** Runs a pull. When it throws, records the failure, names the source in a `SourceError` without one, and throws again. */
async function watched<T>(
  watch: FeedWatch,
  source: Source,
  name: FeedName,
  at: number,
  pull: () => Promise<T>,
): Promise<T> {
  try {
    return await pull();
  } catch (error) {
    watch.failed(source, name, at, failureReason(error));
    if (error instanceof SourceError) error.source ??= source.id;
    throw error;
  }
}

/** Reads from the first source that has the data. A failing source is not replaced by the next, so a series keeps its source. */
async function firstOf<Name extends FeedName>(
  name: Name,
  offers: readonly Offer<Name>[],
  query: FeedQuery<Name>,
  watch: FeedWatch,
): Promise<Pulled<FeedRows<Name>>> {
  const at = 'asOf' in query ? query.asOf : query.to;
  let problem: FeedProblem | undefined;
  for (const { source, feed } of offers) {
    const answer = await watched(watch, source, name, at, async () => feed.pull(query));
    if (answer.ok) {
      const { rows, asOf, isStale } = answer.value;
      watch.succeeded(source, name, asOf);
      const provenance = { source: source.id, kind: source.kind, asOf, isFresh: isStale !== true };
      return ok({ ...rows, provenance });
    }
    if (answer.error.code === 'stale_source') {
      if (answer.error.isWarming !== true) watch.failed(source, name, at, answer.error.reason);
      return err({ ...answer.error, source: source.id });
    }
    problem = clearer(problem, answer.error);
  }
  return err(problem ?? { code: 'unavailable', reason: `no source of ${FEED_LABELS[name]}` });
}

interface ListingOffer {
  readonly source: Source;
  readonly feed: BarsFeed;
}

/** Merges the listings of all sources; the first source wins duplicates. */
function createListings(offers: readonly ListingOffer[], watch: FeedWatch): Market['listings'] {
  const known = new Map<Source, readonly Listing[]>();
  return async (asOf) => {
    let failure: unknown;
    const lists = await Promise.all(
      offers.map(async ({ source, feed }) => {
        try {
          const list = await watched(watch, source, 'bars', asOf, async () => feed.listings(asOf));
          known.set(source, list);
          return list;
        } catch (error) {
          failure = error;
          return known.get(source);
        }
      }),
    );
    if (failure !== undefined && lists.every((list) => list === undefined)) {
      throw new SourceError('no source could list its symbols', { cause: failure });
    }
    if (lists.length === 1) return lists[0]!;
    const merged = new Map<string, Listing>();
    for (const listing of lists.flatMap((list) => list ?? [])) {
      if (!merged.has(listingKey(listing))) merged.set(listingKey(listing), listing);
    }
    return VENUES.flatMap((venue) =>
      [...merged.values()].filter((listing) => listing.venue === venue).sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    );
  };
}

/**
 * Opens the sources as one market.
 *
 * @param sources in order of preference; the first with the data answers a query.
 * @throws {UsageError} when there are no sources or an id is repeated.
 * @example
 * const market = openMarket([createFilesSource({ bars }), createSimulatedSource(SIMULATOR_V2)]);
 */
export function openMarket(sources: readonly Source[]): Market {
  const [first] = sources;
  if (first === undefined) throw new UsageError('"sources" expected at least one, got none');
  const ids = sources.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new UsageError(`"sources" expected each id once, got ${ids.join(', ')}`);
  const watch = createFeedWatch();
  const bars = sources.flatMap((source): ListingOffer[] =>
    source.feeds.bars === undefined ? [] : [{ source, feed: source.feeds.bars }],
  );
  /** Sources with a feed; observations must be at least as frequent as `every`. */
  const offers = <Name extends FeedName>(name: Name, every: number | undefined): readonly Offer<Name>[] =>
    offersOf(sources, name).filter(
      ({ feed }) => every === undefined || !('every' in feed) || Number(feed.every) <= every,
    );
  return {
    kind: (bars[0]?.source ?? first).kind,
    sources,
    kinds: [...new Set(sources.map(({ kind }) => kind))],
    has: (name, every) => offers(name, every).length > 0,
    listings: createListings(bars, watch),
    read: async (name, query) => {
      if (!('every' in query)) return firstOf(name, offers(name, undefined), query, watch);
      // `every` selects the source; sources do not take it.
      const { every, ...question } = query;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query without an optional field
      return firstOf(name, offers(name, every), question as FeedQuery<typeof name>, watch);
    },
    isFresh: (id, feed) => {
      const source = sources.find((source) => source.id === id);
      return source === undefined ? undefined : !watch.isFailing(source, feed);
    },
    state: (asOf) => sources.map((source) => ({ id: source.id, kind: source.kind, feeds: watch.state(source, asOf) })),
    start: async () => {
      await Promise.all(sources.map(async (source) => source.start()));
    },
    close: async () => {
      await Promise.all(sources.map(async (source) => source.close()));
    },
  };
}
