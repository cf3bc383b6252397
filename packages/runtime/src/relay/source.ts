/** A source that counts requests, as every replica sees it: the leader talks to it, the others through the relay. */

import type { Result } from '@barograph/core';
import {
  type BarsRequest,
  type BookQuery,
  failedFeed,
  SourceError,
  type Feed,
  type FeedProblem,
  type ObservedFeed,
  type Series,
  FEED_NAMES,
  type FeedName,
  type FeedQuery,
  type FeedRows,
  type Feeds,
  type Listing,
  type AccountQuery,
  type PairBarsQuery,
  type FeedState,
  type Source,
} from '@barograph/sources';
import { createRecent } from '@barograph/contract';
import { sharedAccounts } from './accounts.ts';
import { sharedBooks } from './books.ts';
import { chainFeeds, isChainFeed, sharedChains, type ChainFeed } from './chains.ts';
import { queryText, type RelayedAnswer } from './codec.ts';
import { RELAY_V1, relayed, type Relay } from './relay.ts';
import type { SharedFeed } from './shared-feed.ts';

/** Real ms that listings and states from the leader are kept. */
const KEPT_MS = 60_000;

type Pulled<Name extends FeedName> = Result<Series<FeedRows<Name>>, FeedProblem>;

/** Feeds with a form or a cache of their own between replicas. */
const SPECIAL = ['bars', 'funding', 'openInterest', 'book', 'account'] as const;
type Relayed = Exclude<FeedName, (typeof SPECIAL)[number] | ChainFeed>;
/** All others. */
const RELAYED = FEED_NAMES.filter(
  (name): name is Relayed => !isChainFeed(name) && !SPECIAL.some((special) => special === name),
);

/** A source behind the relay. */
export interface RelayedSource extends Source {
  /** Opens the source when this replica begins to lead, closes it when it ceases to. */
  lead(leads: boolean): Promise<void>;
}

/** Answers kept by the leader: trailing bars that it and the others ask for within a minute. */
const ANSWERS_KEPT = 256;

/** Answer to a query, and the moment of its question by the market's clock. */
interface Asked {
  readonly asOf: number;
  readonly answer: Promise<RelayedAnswer>;
}

/** The value of a promise, kept for a while; a failed one is not. */
function keptFor<T>(ms: number): (make: () => Promise<T>) => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | undefined;
  return async (make) => {
    if (kept !== undefined && performance.now() - kept.at < ms) return kept.value;
    const mine = { at: performance.now(), value: make() };
    kept = mine;
    mine.value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.value;
  };
}

/** Answers of the source to trailing bars: those of the last minute serve again, unless they failed. */
function createShared(): (
  query: BarsRequest | PairBarsQuery,
  pull: () => Promise<RelayedAnswer>,
) => Promise<RelayedAnswer> {
  const answers = createRecent<Asked>(ANSWERS_KEPT);
  return async (query: BarsRequest | PairBarsQuery, pull: () => Promise<RelayedAnswer>): Promise<RelayedAnswer> => {
    const key = queryText(query);
    const known = answers.get(key);
    if (known !== undefined && known.asOf <= query.asOf && query.asOf - known.asOf < RELAY_V1.reuseMs) {
      return known.answer;
    }
    const mine = { asOf: query.asOf, answer: pull() };
    answers.set(key, mine);
    const forget = (): void => {
      if (answers.get(key) === mine) answers.delete(key);
    };
    try {
      const answer = await mine.answer;
      if (!answer.ok && answer.error.code === 'stale_source') forget();
      return answer;
    } catch (error) {
      forget();
      throw error;
    }
  };
}

/** Feeds with a form of their own between replicas. */
interface OwnForms {
  readonly books: ReturnType<typeof sharedBooks> | undefined;
  readonly single: ReturnType<typeof sharedAccounts> | undefined;
  readonly chains: ReturnType<typeof sharedChains>;
}

function createOwn(feeds: Partial<Feeds>, { books, single, chains }: OwnForms) {
  const shared = createShared();
  /** Calls the source itself. Trailing bars of the last minute serve again, as they do between replicas. */
  return async <Name extends FeedName>(name: Name, query: FeedQuery<Name>): Promise<Pulled<Name>> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the feed
    if (name === 'book' && books !== undefined) return books.own(query as BookQuery);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the feed
    if (name === 'account' && single !== undefined) return single.own(query as AccountQuery);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the feed
    const ofChains = chains[name as ChainFeed] as SharedFeed<Name> | undefined;
    if (ofChains !== undefined) return ofChains.own(query);
    const pull = async (): Promise<RelayedAnswer> => {
      const feed: Pick<Feeds[Name], 'pull'> = feeds[name]!;
      return feed.pull(query);
    };
    const answer = await ('window' in query && query.window.kind === 'last' ? shared(query, pull) : pull());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the feed
    return answer as Pulled<Name>;
  };
}

/**
 * Puts a source behind the relay.
 * @param source one that counts requests; only the holder of the lease calls it.
 */
export function relaySource(source: Source, relay: Relay): RelayedSource {
  const { id, feeds } = source;
  const books = feeds.book === undefined ? undefined : sharedBooks(id, feeds.book, relay);
  const single = feeds.account === undefined ? undefined : sharedAccounts(id, feeds.account, relay);
  const chains = sharedChains(id, feeds, relay);
  const own = createOwn(feeds, { books, single, chains });
  const keptListings = keptFor<readonly Listing[]>(KEPT_MS);
  const leaderState = createLeaderState(id, feeds, relay);
  let isOpen = false;

  const ask = async <Name extends FeedName>(name: Name, query: FeedQuery<Name>, asOf: number): Promise<Pulled<Name>> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the leader answered from the same feed
    (await relay.ask(id, name, query, asOf)) as Pulled<Name>;

  relay.serve(id, async (feed, query): Promise<RelayedAnswer> => {
    // oxlint-disable typescript/no-unsafe-type-assertion -- queries are written by `ask` of a replica
    if (feed === 'listings') return relayed(await feeds.bars!.listings((query as { readonly asOf: number }).asOf));
    if (feed === 'state') return relayed(source.state((query as { readonly asOf: number }).asOf));
    const name = FEED_NAMES.find((name) => name === feed && feeds[name] !== undefined);
    if (name === undefined) return { ok: false, error: { code: 'unavailable', reason: `no feed ${feed}` } };
    return own(name, query as FeedQuery<typeof name>);
    // oxlint-enable typescript/no-unsafe-type-assertion
  });

  const listed = async (asOf: number): Promise<readonly Listing[]> =>
    keptListings(async () => {
      const answer = await relay.ask(id, 'listings', { asOf }, asOf);
      if (!answer.ok) throw failedFeed(answer.error.reason);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the leader answered with listings
      return answer.value as readonly Listing[];
    });
  const observed = <Name extends 'funding' | 'openInterest'>(
    name: Name,
    { every }: ObservedFeed<unknown>,
  ): ObservedFeed<FeedRows<Name>> => ({
    every,
    pull: async (range) => (relay.leads() ? own(name, range) : ask(name, range, range.to)),
  });
  const relayedFeed = <Name extends Relayed>(name: Name): Partial<Pick<Feeds, Name>> => {
    if (feeds[name] === undefined) return {};
    const feed: Feed<FeedQuery<Name>, FeedRows<Name>> = {
      pull: async (query) =>
        relay.leads() ? own(name, query) : ask(name, query, 'asOf' in query ? query.asOf : query.to),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one field, whose key names the feed
    return { [name]: feed } as Partial<Pick<Feeds, Name>>;
  };
  const { bars, funding, openInterest } = feeds;
  return {
    id,
    kind: source.kind,
    countsRequests: true,
    feeds: {
      ...(bars === undefined
        ? {}
        : {
            bars: {
              listings: async (asOf) => (relay.leads() ? bars.listings(asOf) : listed(asOf)),
              pull: async (request: BarsRequest) =>
                relay.leads() ? own('bars', request) : ask('bars', request, request.asOf),
            },
          }),
      ...(funding === undefined ? {} : { funding: observed('funding', funding) }),
      ...(openInterest === undefined ? {} : { openInterest: observed('openInterest', openInterest) }),
      ...(books === undefined ? {} : { book: books.feed }),
      ...(single === undefined ? {} : { account: single.feed }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one field for each of them
      ...(Object.assign({}, ...RELAYED.map((name) => relayedFeed(name))) as Partial<Pick<Feeds, Relayed>>),
      ...chainFeeds(chains),
    },
    // The lease decides when the source is opened.
    start: async () => undefined,
    close: async () => {
      if (isOpen) await source.close();
      isOpen = false;
    },
    lead: async (leads) => {
      if (leads === isOpen) return;
      isOpen = leads;
      await (leads ? source.start() : source.close());
    },
    state: (asOf) => (relay.leads() ? source.state(asOf) : leaderState(asOf)),
  };
}

/** The newest state of the leader; what it said last until then. */
function createLeaderState(id: string, feeds: Partial<Feeds>, relay: Relay): (asOf: number) => readonly FeedState[] {
  const kept = keptFor<readonly FeedState[]>(KEPT_MS);
  let last: readonly FeedState[] | undefined;
  return (asOf) => {
    kept(async () => {
      const answer = await relay.ask(id, 'state', { asOf }, asOf);
      if (!answer.ok) throw new SourceError(answer.error.reason);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the leader answered with states
      last = answer.value as readonly FeedState[];
      return last;
    }).catch(() => undefined);
    return last ?? warmingState(feeds);
  };
}

/** Before the leader has said anything. */
function warmingState(feeds: Partial<Feeds>): readonly FeedState[] {
  return FEED_NAMES.filter((name) => feeds[name] !== undefined).map((feed) => ({
    feed,
    status: 'warming',
    since: null,
    reason: 'the leader has not answered yet',
    asOf: null,
  }));
}
