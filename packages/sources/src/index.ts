export { CADENCES_V1, slotAfter, slotBy, type Cadence } from './cadence.ts';
export { createCexaSource } from './cexa/source.ts';
export { coinOfPerp } from './cexa/symbols.ts';
export { createCexbSource } from './cexb/source.ts';
export {
  createManualClock,
  createReplayClock,
  createSystemClock,
  waitUntil,
  type Clock,
  type ManualClock,
  type ReplayOptions,
} from './clock.ts';
export { askedAddresses, marketMode, openConfigured } from './configured.ts';
export { deadlines, REAL_TIME, unlessLate, within } from './deadline.ts';
export { createDexbSource } from './dexb/source.ts';
export { ETF_V1 } from './etf/config.ts';
export { readEtfFolder } from './etf/files.ts';
export { field, type Field } from './fields/field.ts';
export { anyText, choiceOf, numberWithin, originsOf, trueOrFalse, webUrl } from './fields/values.ts';
export {
  examineSource,
  type Examination,
  type ExamineOptions,
  type Finding,
  type Sample,
  type Verdict,
} from './examine.ts';
export { misalignedRow, type BarSeries } from './files/bars.ts';
export { createFilesSource } from './files/source.ts';
export { readJsonFile } from './json-file.ts';
export { MACRO_SOURCE_V1 } from './macro/config.ts';
export { CHAINS_V1, type ChainsConfig } from './pools/config.ts';
export type { Bars, BarsRequest, BarsWindow } from './market/bars.ts';
export type { Book, BookQuery, BookSide } from './market/book.ts';
export type { PerpContext, PerpContexts } from './market/contexts.ts';
export type { FundingRates, ObservedRange, OpenInterest } from './market/derivatives.ts';
export type { EtfFlow } from './market/etf-days.ts';
export {
  failedFeed,
  SourceError,
  type BarsFeed,
  type Feed,
  type FeedProblem,
  type ObservedFeed,
  type Series,
} from './market/feed.ts';
export { FEED_NAMES, type FeedName, type FeedQuery, type FeedRows, type Feeds } from './market/feeds.ts';
export { hourlyFundingRates, hourlyOpenInterest } from './market/hourly.ts';
export type { ImpliedIndex } from './market/implied.ts';
export type { Liquidation } from './market/liquidations.ts';
export { VENUES, type Listing, type Venue } from './market/listing.ts';
export { openMarket, readOver, type Market, type Pulled, type Read, type SourceReport } from './market/market.ts';
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
  LEADERBOARD_WINDOWS,
  type AccountNow,
  type AccountQuery,
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
export { openSource, type LooseQuery, type OpenedSource, type OpenSourceOptions } from './open-source.ts';
export { createOptionsSource } from './options/source.ts';
export { createPerpdexSource, perpdexStreamUrl, type PerpdexOptions } from './perpdex/source.ts';
export { positionOf } from './simulated/accounts.ts';
export type { Opened } from './opened.ts';
export { liveUrl } from './perpdex/definition.ts';
export { loopbackOf, SOURCE_FIELDS, SOURCES, type SourcesConfig } from './sources.ts';
export { timelineOf } from './timeline.ts';
export { createUpstreamMeter, type UpstreamMeter, type UpstreamReading } from './upstream/meter.ts';
export { publicLookup, receiverUrl, type Resolver } from './upstream/public-address.ts';
export { FILES_FEEDS, SIMULATED_FEEDS } from './files/declared.ts';
