/** Several sources as one market: each query goes to the first source that has what it asks for. */

import type { DataSource } from '@barograph/contract';
import { err, ok, UsageError, type Result } from '@barograph/core';
import type { Bars, BarsRequest } from './bars.ts';
import type { Book, BookQuery } from './book.ts';
import type { Mids, MomentQuery, PerpContexts } from './contexts.ts';
import type { FundingRates, ObservedRange, OpenInterest } from './derivatives.ts';
import { SourceError, type BarsFeed, type Feed, type FeedProblem } from './feed.ts';
import { createFeedWatch, failureReason, type FeedWatch } from './feed-watch.ts';
import type { AccountsQuery, AccountStates } from './accounts.ts';
import type { FeedName, FeedQuery, FeedRows, PlainFeed } from './feeds.ts';
import type { Liquidations } from './liquidations.ts';
import { listingKey, VENUES, type Listing } from './listing.ts';
import type { Provided } from './provenance.ts';
import type { FeedState, Source } from './source.ts';
import type { AccountFills, AccountFillsQuery, AccountNow, AccountQuery, Leaderboard } from './traders.ts';
import type { LearnedRange, Trades } from './trades.ts';

/** Rows with provenance, or why there are none. */
export type Pulled<Rows> = Result<Provided<Rows>, FeedProblem>;

/** One source and the condition of its feeds. */
export interface SourceReport {
  readonly id: string;
  readonly kind: DataSource;
  readonly feeds: readonly FeedState[];
}

/** Market data of a host, whatever it comes from. */
export interface Market {
  /** Kind of the source of bars: of every value that is computed from bars. */
  readonly kind: DataSource;
  /** Kinds of all sources, in their order, each once. */
  readonly kinds: readonly DataSource[];
  /** In order of preference. */
  readonly sources: readonly Source[];
  /** Whether a source has the feed; with `every`, observed at least so often, ms. */
  has(feed: FeedName, every?: number): boolean;
  /**
   * Listings that have at least one closed bar at `asOf`, in order of venue and symbol, each once. A source that fails
   * keeps the listings that it last had.
   *
   * @throws {SourceError} no source has ever listed anything, and one failed.
   */
  listings(asOf: number): Promise<readonly Listing[]>;
  bars(request: BarsRequest): Promise<Pulled<Bars>>;
  /** @param every longest time between two observations that the caller can use, ms; any when left out. */
  funding(range: ObservedRange, every?: number): Promise<Pulled<FundingRates>>;
  /** @param every as of {@link Market.funding}. */
  openInterest(range: ObservedRange, every?: number): Promise<Pulled<OpenInterest>>;
  contexts(query: MomentQuery): Promise<Pulled<PerpContexts>>;
  mids(query: MomentQuery): Promise<Pulled<Mids>>;
  book(query: BookQuery): Promise<Pulled<Book>>;
  trades(query: LearnedRange): Promise<Pulled<Trades>>;
  liquidations(query: LearnedRange): Promise<Pulled<Liquidations>>;
  accounts(query: AccountsQuery): Promise<Pulled<AccountStates>>;
  leaderboard(query: MomentQuery): Promise<Pulled<Leaderboard>>;
  account(query: AccountQuery): Promise<Pulled<AccountNow>>;
  accountFills(query: AccountFillsQuery): Promise<Pulled<AccountFills>>;
  /** Rows of a feed that asks for nothing but its query. */
  pull<Name extends PlainFeed>(name: Name, query: FeedQuery<Name>): Promise<Pulled<FeedRows<Name>>>;
  /** Whether the newest pull of a feed succeeded; undefined of a source that this market does not have. */
  isFresh(source: string, feed: FeedName): boolean | undefined;
  /** Conditions of all feeds at a moment of the market, epoch ms. */
  state(asOf: number): readonly SourceReport[];
  /** Starts every source; never waits for data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const WORDS: Readonly<Record<FeedName, string>> = {
  bars: 'bars',
  funding: 'funding rates',
  openInterest: 'open interest',
  contexts: 'contexts of perps',
  mids: 'mid prices',
  book: 'order books',
  trades: 'trades',
  liquidations: 'liquidations',
  accounts: 'states of accounts',
  leaderboard: 'leaderboards',
  account: 'single accounts',
  accountFills: 'fills of accounts',
  implied: 'implied volatility',
  options: 'options',
  spotTickers: 'tickers of spot pairs',
  spotPairs: 'terms of spot pairs',
  pairBars: 'bars of spot pairs',
  venuePerps: 'perps of other venues',
  settlements: 'settlements of other venues',
  venueOpenInterest: 'open interest of other venues',
  longShort: 'ratios of accounts',
  forcedCloses: 'forced closes of other venues',
  coins: 'coins',
  categories: 'categories of coins',
  unlocks: 'unlock schedules',
  pools: 'pools',
  tokenPools: 'pools of tokens',
  promotions: 'promotions',
  tokenSecurity: 'checks of tokens',
  fearGreed: 'fear and greed',
  macro: 'macro series',
  macroCalendar: 'macro releases',
  stablecoins: 'supplies of stablecoins',
  pegs: 'prices of stablecoins',
  hacks: 'hacks',
  media: 'media volume',
  headlines: 'headlines',
  etfFlows: 'flows of spot ETFs',
  transfers: 'transfers of tokens',
  news: 'reports of news',
};

/** A feed and the source that it belongs to. */
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

/** `unavailable` says more than `unknown_symbol`: the symbol is listed, but not like this. */
function clearer(known: FeedProblem | undefined, next: FeedProblem): FeedProblem {
  return known === undefined || (known.code === 'unknown_symbol' && next.code !== 'unknown_symbol') ? next : known;
}

/** Records what a source throws. */
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

/** A source that has the data but cannot bring it is not replaced by the next: a series keeps its source. */
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
  return err(problem ?? { code: 'unavailable', reason: `no source of ${WORDS[name]}` });
}

interface ListingOffer {
  readonly source: Source;
  readonly feed: BarsFeed;
}

/** Listings of all sources, each once: of two sources with the same listing the first has it. */
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
      [...merged.values()].filter((one) => one.venue === venue).sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    );
  };
}

/**
 * Opens the sources as one market.
 *
 * @param sources the first that has what a query asks for answers it.
 * @throws {UsageError} no source, or an id twice.
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
  const observed = <Name extends 'funding' | 'openInterest'>(name: Name, every: number): readonly Offer<Name>[] =>
    offersOf(
      sources.filter(({ feeds }) => (feeds[name]?.every ?? Infinity) <= every),
      name,
    );
  return {
    kind: (bars[0]?.source ?? first).kind,
    sources,
    kinds: [...new Set(sources.map(({ kind }) => kind))],
    has: (name, every = Number.MAX_VALUE) =>
      name === 'funding' || name === 'openInterest'
        ? observed(name, every).length > 0
        : offersOf(sources, name).length > 0,
    listings: createListings(bars, watch),
    bars: async (request) => firstOf('bars', bars, request, watch),
    funding: async (range, every = Number.MAX_VALUE) => firstOf('funding', observed('funding', every), range, watch),
    openInterest: async (range, every = Number.MAX_VALUE) =>
      firstOf('openInterest', observed('openInterest', every), range, watch),
    contexts: async (query) => firstOf('contexts', offersOf(sources, 'contexts'), query, watch),
    mids: async (query) => firstOf('mids', offersOf(sources, 'mids'), query, watch),
    book: async (query) => firstOf('book', offersOf(sources, 'book'), query, watch),
    trades: async (query) => firstOf('trades', offersOf(sources, 'trades'), query, watch),
    liquidations: async (query) => firstOf('liquidations', offersOf(sources, 'liquidations'), query, watch),
    accounts: async (query) => firstOf('accounts', offersOf(sources, 'accounts'), query, watch),
    leaderboard: async (query) => firstOf('leaderboard', offersOf(sources, 'leaderboard'), query, watch),
    account: async (query) => firstOf('account', offersOf(sources, 'account'), query, watch),
    accountFills: async (query) => firstOf('accountFills', offersOf(sources, 'accountFills'), query, watch),
    pull: async (name, query) => firstOf(name, offersOf(sources, name), query, watch),
    isFresh: (id, feed) => {
      const source = sources.find((one) => one.id === id);
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
