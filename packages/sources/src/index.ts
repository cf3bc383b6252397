export { CADENCES_V1, type Cadence, slotAfter, slotBy } from './cadence.ts';
export { CEXA_FUTURES_URL, CEXA_URL, CEXA_WS_URL } from './cexa/config.ts';
export { createCexaSource } from './cexa/source.ts';
export { coinOfPerp } from './cexa/symbols.ts';
export { CEXB_URL, CEXB_WS_URL } from './cexb/config.ts';
export { createCexbSource } from './cexb/source.ts';
export {
  type Clock,
  type ManualClock,
  type ReplayOptions,
  createManualClock,
  createReplayClock,
  createSystemClock,
  waitUntil,
} from './clock.ts';
export { COINS_URL } from './coins/config.ts';
export {
  CHAIN_FIELDS,
  type ChainField,
  cexaAddressesOf,
  cexbAddressesOf,
  chainUrlsOf,
  dexbAddressesOf,
  liveUrl,
  optionsUrlOf,
  outlookAddressesOf,
  referenceUrlsOf,
  statsUrl,
} from './config-addresses.ts';
export { type Opened, newsFeedsOf, openConfigured } from './configured.ts';
export { REAL_TIME, deadlines, unlessLate, within } from './deadline.ts';
export { DEXB_URL, DEXB_WS_URL } from './dexb/config.ts';
export { createDexbSource } from './dexb/source.ts';
export { ETF_URL, ETF_V1 } from './etf/config.ts';
export { etfUrlOf } from './etf/configured.ts';
export { readEtfFolder } from './etf/files.ts';
export { eventUrlsOf } from './event-sources.ts';
export { readExchangeAddresses } from './exchange-addresses.ts';
export { type BarSeries, misalignedRow } from './files/bars.ts';
export { createFilesSource } from './files/source.ts';
export { HACKS_URL } from './hacks/config.ts';
export { REGISTER_URL } from './headlines/config.ts';
export { readHeadlineFeeds } from './headlines/feed-list.ts';
export { readJsonFile } from './json-file.ts';
export { MACRO_SOURCE_V1, MACRO_URLS } from './macro/config.ts';
export type { Bars, BarsRequest, BarsWindow } from './market/bars.ts';
export type { Book, BookQuery, BookSide } from './market/book.ts';
export type { PerpContext, PerpContexts } from './market/contexts.ts';
export type { FundingRates, ObservedRange, OpenInterest } from './market/derivatives.ts';
export type { EtfFlow } from './market/etf-days.ts';
export {
  type BarsFeed,
  type Feed,
  type FeedProblem,
  type ObservedFeed,
  type Series,
  SourceError,
  failedFeed,
} from './market/feed.ts';
export {
  FEED_NAMES,
  type FeedName,
  type FeedQuery,
  type FeedRows,
  type Feeds,
  PLAIN_FEEDS,
  type PlainFeed,
} from './market/feeds.ts';
export { hourlyFundingRates, hourlyOpenInterest } from './market/hourly.ts';
export type { ImpliedIndex } from './market/implied.ts';
export type { Liquidation } from './market/liquidations.ts';
export { type Listing, VENUES, type Venue } from './market/listing.ts';
export { type Market, type Pulled, type SourceReport, openMarket } from './market/market.ts';
export type { NewsReport } from './market/news-reports.ts';
export type {
  FearGreed,
  Headline,
  Headlines,
  MacroName,
  MacroSeries,
  MediaHours,
  OutlookQuery,
  OutlookSeries,
  StablecoinSupplies,
} from './market/outlook.ts';
export type { Provided } from './market/provenance.ts';
export { shownField, shownProvenance, sourcesNow, tellsEvents } from './market/shown.ts';
export type { FeedState, FeedStatus, Source, VenueCoverage } from './market/source.ts';
export {
  type AccountNow,
  type AccountQuery,
  LEADERBOARD_WINDOWS,
  type LeaderboardRow,
  type LeaderboardWindow,
} from './market/traders.ts';
export type { LearnedRange, Trades } from './market/trades.ts';
export type { ConfirmedTransfer } from './market/transfers.ts';
export type {
  PairBars,
  PairBarsQuery,
  SpotPair,
  SpotTicker,
  VenuePerp,
  VenuePerps,
  VenueSamplesQuery,
} from './market/venues.ts';
export { joinBars } from './market/window.ts';
export { MEDIA_URL } from './media/config.ts';
export { OPTIONS_URL } from './options/config.ts';
export { createOptionsSource } from './options/source.ts';
export { PERPDEX_STATS_URL } from './perpdex/accounts-config.ts';
export { PERPDEX_URL } from './perpdex/config.ts';
export { PERPDEX_FILLS_V1 } from './perpdex/fills-config.ts';
export { createPerpdexSource, perpdexStreamUrl, type PerpdexOptions } from './perpdex/source.ts';
export { CHAIN_URLS } from './pools/config.ts';
export { positionOf } from './simulated/accounts.ts';
export { SIMULATED_RETENTION_BARS } from './simulated/bars.ts';
export { createSimulatedSource } from './simulated/source.ts';
export type { EtfFlowsConfig, EventsConfig, MacroConfig, SourcesConfig, TransfersConfig } from './sources-config.ts';
export { STABLECOINS_URL } from './stablecoins/config.ts';
export { UNLOCKS_URL } from './unlocks/config.ts';
export { createUpstreamMeter, type UpstreamMeter, type UpstreamReading } from './upstream/meter.ts';
export { type Resolver, publicLookup, receiverUrl } from './upstream/public-address.ts';
