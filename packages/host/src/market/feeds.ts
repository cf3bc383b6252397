/** Every kind of market data. A new kind is one line of {@link FeedTypes}, one name, and the file of its rows. */

import type { Bars, BarsRequest } from './bars.ts';
import type { AccountsQuery, AccountStates } from './accounts.ts';
import type { Book, BookQuery } from './book.ts';
import type { Mids, MomentQuery, PerpContexts } from './contexts.ts';
import type { FundingRates, ObservedRange, OpenInterest } from './derivatives.ts';
import type { BarsFeed, Feed, ObservedFeed } from './feed.ts';
import type { ImpliedIndex, ImpliedRange, OptionQuotes, OptionsQuery } from './implied.ts';
import type { Liquidations } from './liquidations.ts';
import type { AccountFills, AccountFillsQuery, AccountNow, AccountQuery, Leaderboard } from './traders.ts';
import type { LearnedRange, Trades } from './trades.ts';

/** Query, rows and form of each feed. */
interface FeedTypes {
  readonly bars: { readonly query: BarsRequest; readonly rows: Bars; readonly feed: BarsFeed };
  readonly funding: {
    readonly query: ObservedRange;
    readonly rows: FundingRates;
    readonly feed: ObservedFeed<FundingRates>;
  };
  readonly openInterest: {
    readonly query: ObservedRange;
    readonly rows: OpenInterest;
    readonly feed: ObservedFeed<OpenInterest>;
  };
  readonly contexts: {
    readonly query: MomentQuery;
    readonly rows: PerpContexts;
    readonly feed: Feed<MomentQuery, PerpContexts>;
  };
  readonly mids: { readonly query: MomentQuery; readonly rows: Mids; readonly feed: Feed<MomentQuery, Mids> };
  readonly book: { readonly query: BookQuery; readonly rows: Book; readonly feed: Feed<BookQuery, Book> };
  readonly trades: { readonly query: LearnedRange; readonly rows: Trades; readonly feed: Feed<LearnedRange, Trades> };
  readonly liquidations: {
    readonly query: LearnedRange;
    readonly rows: Liquidations;
    readonly feed: Feed<LearnedRange, Liquidations>;
  };
  readonly accounts: {
    readonly query: AccountsQuery;
    readonly rows: AccountStates;
    readonly feed: Feed<AccountsQuery, AccountStates>;
  };
  readonly leaderboard: {
    readonly query: MomentQuery;
    readonly rows: Leaderboard;
    readonly feed: Feed<MomentQuery, Leaderboard>;
  };
  readonly account: {
    readonly query: AccountQuery;
    readonly rows: AccountNow;
    readonly feed: Feed<AccountQuery, AccountNow>;
  };
  readonly accountFills: {
    readonly query: AccountFillsQuery;
    readonly rows: AccountFills;
    readonly feed: Feed<AccountFillsQuery, AccountFills>;
  };
  readonly implied: {
    readonly query: ImpliedRange;
    readonly rows: ImpliedIndex;
    readonly feed: Feed<ImpliedRange, ImpliedIndex>;
  };
  readonly options: {
    readonly query: OptionsQuery;
    readonly rows: OptionQuotes;
    readonly feed: Feed<OptionsQuery, OptionQuotes>;
  };
}

/** Name of a feed. */
export type FeedName = keyof FeedTypes;

/** Every name, in the order of reports. */
export const FEED_NAMES: readonly FeedName[] = [
  'bars',
  'funding',
  'openInterest',
  'contexts',
  'mids',
  'book',
  'trades',
  'liquidations',
  'accounts',
  'leaderboard',
  'account',
  'accountFills',
  'implied',
  'options',
];

/** Query of a feed. */
export type FeedQuery<Name extends FeedName> = FeedTypes[Name]['query'];

/** Rows of a feed. */
export type FeedRows<Name extends FeedName> = FeedTypes[Name]['rows'];

/** Feeds by name; a source has some of them. */
export type Feeds = { readonly [Name in FeedName]: FeedTypes[Name]['feed'] & Feed<FeedQuery<Name>, FeedRows<Name>> };
