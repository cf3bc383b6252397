/** Every kind of market data. To add a kind, add a line to {@link FeedTypes}, a label, and a file with its rows. */

import type { Bars, BarsRequest } from './bars.ts';
import type { AccountsQuery, AccountStates } from './accounts.ts';
import type { EtfDays } from './etf-days.ts';
import type { Book, BookQuery } from './book.ts';
import type { Mids, MomentQuery, PerpContexts } from './contexts.ts';
import type { FundingRates, ObservedRange, OpenInterest } from './derivatives.ts';
import type { BarsFeed, Feed, ObservedFeed } from './feed.ts';
import type { ImpliedIndex, ImpliedRange, OptionQuotes, OptionsQuery } from './implied.ts';
import type { Liquidations } from './liquidations.ts';
import type { NewsQuery, NewsReports } from './news-reports.ts';
import type * as Outlook from './outlook.ts';
import type { CategoryRows, CoinRows, ReferenceQuery, ScheduleRows } from './reference.ts';
import type { Pools, PoolsQuery, Promotions, PromotionsQuery, TokenPools, TokenQuery, TokenSecurity } from './pools.ts';
import type { AccountFills, AccountFillsQuery, AccountNow, AccountQuery, Leaderboard } from './traders.ts';
import type { LearnedRange, Trades } from './trades.ts';
import type { Transfers, TransfersQuery } from './transfers.ts';
import type * as Other from './venues.ts';

/** Query, rows and interface of a feed. */
interface Kind<Query, Rows, Form = Feed<Query, Rows>> {
  readonly query: Query;
  readonly rows: Rows;
  readonly feed: Form;
}

/** Types by feed. */
interface FeedTypes {
  readonly bars: Kind<BarsRequest, Bars, BarsFeed>;
  readonly funding: Kind<ObservedRange, FundingRates, ObservedFeed<FundingRates>>;
  readonly openInterest: Kind<ObservedRange, OpenInterest, ObservedFeed<OpenInterest>>;
  readonly contexts: Kind<MomentQuery, PerpContexts>;
  readonly mids: Kind<MomentQuery, Mids>;
  readonly book: Kind<BookQuery, Book>;
  readonly trades: Kind<LearnedRange, Trades>;
  readonly liquidations: Kind<LearnedRange, Liquidations>;
  readonly accounts: Kind<AccountsQuery, AccountStates>;
  readonly leaderboard: Kind<MomentQuery, Leaderboard>;
  readonly account: Kind<AccountQuery, AccountNow>;
  readonly accountFills: Kind<AccountFillsQuery, AccountFills>;
  readonly implied: Kind<ImpliedRange, ImpliedIndex>;
  readonly options: Kind<OptionsQuery, OptionQuotes>;
  readonly spotTickers: Kind<MomentQuery, Other.SpotTickers>;
  readonly spotPairs: Kind<MomentQuery, Other.SpotPairs>;
  readonly pairBars: Kind<Other.PairBarsQuery, Other.PairBars>;
  readonly venuePerps: Kind<Other.VenueQuery, Other.VenuePerps>;
  readonly settlements: Kind<Other.VenueRange, Other.Settlements>;
  readonly venueOpenInterest: Kind<Other.VenueSamplesQuery, Other.VenueOpenInterest>;
  readonly longShort: Kind<Other.VenueSamplesQuery, Other.LongShort>;
  readonly forcedCloses: Kind<Other.ForcedQuery, Other.ForcedCloses>;
  readonly coins: Kind<ReferenceQuery, CoinRows>;
  readonly categories: Kind<ReferenceQuery, CategoryRows>;
  readonly unlocks: Kind<ReferenceQuery, ScheduleRows>;
  readonly pools: Kind<PoolsQuery, Pools>;
  readonly tokenPools: Kind<TokenQuery, TokenPools>;
  readonly promotions: Kind<PromotionsQuery, Promotions>;
  readonly tokenSecurity: Kind<TokenQuery, TokenSecurity>;
  readonly fearGreed: Kind<Outlook.OutlookQuery, Outlook.FearGreed>;
  readonly macro: Kind<Outlook.OutlookQuery, Outlook.MacroSeries>;
  readonly macroCalendar: Kind<Outlook.OutlookQuery, Outlook.MacroCalendar>;
  readonly stablecoins: Kind<Outlook.OutlookQuery, Outlook.StablecoinSupplies>;
  readonly pegs: Kind<Outlook.OutlookQuery, Outlook.StablecoinPrices>;
  readonly hacks: Kind<Outlook.OutlookQuery, Outlook.Hacks>;
  readonly media: Kind<Outlook.OutlookQuery, Outlook.MediaHours>;
  readonly headlines: Kind<Outlook.OutlookQuery, Outlook.Headlines>;
  readonly etfFlows: Kind<Outlook.OutlookQuery, EtfDays>;
  readonly transfers: Kind<TransfersQuery, Transfers>;
  readonly news: Kind<NewsQuery, NewsReports>;
}

/** Name of a feed. */
export type FeedName = keyof FeedTypes;

/** Labels of the feeds, in report order. */
export const FEED_LABELS: Readonly<Record<FeedName, string>> = {
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

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the table names the feeds
export const FEED_NAMES: readonly FeedName[] = Object.keys(FEED_LABELS) as FeedName[];

/** Query of a feed. */
export type FeedQuery<Name extends FeedName> = FeedTypes[Name]['query'];

/** Rows of a feed. */
export type FeedRows<Name extends FeedName> = FeedTypes[Name]['rows'];

/** Feeds by name; a source provides some of them. */
export type Feeds = { readonly [Name in FeedName]: FeedTypes[Name]['feed'] & Feed<FeedQuery<Name>, FeedRows<Name>> };
