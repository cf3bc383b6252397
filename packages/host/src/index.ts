export { createMemorySnapshotStore } from './adapters/memory/snapshot-store.ts';
export {
  createManualClock,
  createReplayClock,
  createSystemClock,
  type Clock,
  type ManualClock,
  type ReplayOptions,
} from './clock.ts';
export { composeHost, type Host, type HostParts } from './compose.ts';
export { CONFIG_FIELDS } from './config-fields.ts';
export { configTable, helpText } from './config-text.ts';
export type { HostConfig } from './host-config.ts';
export { readConfig } from './config.ts';
export { createLog, type LogLevel } from './log.ts';
export { type Bars, type BarsRequest, type BarsWindow } from './market/bars.ts';
export { openConfigured, type Opened } from './market/configured.ts';
export { type FundingRates, type ObservedRange, type OpenInterest } from './market/derivatives.ts';
export {
  SourceError,
  type BarsFeed,
  type Feed,
  type FeedProblem,
  type ObservedFeed,
  type Series,
} from './market/feed.ts';
export { type FeedName, type FeedQuery, type FeedRows, type Feeds } from './market/feeds.ts';
export { misalignedRow, type BarSeries } from './market/files/bars.ts';
export { createFilesSource } from './market/files/source.ts';
export { type Listing, type Venue } from './market/listing.ts';
export { openMarket, type Market, type Pulled, type SourceReport } from './market/market.ts';
export { type Provided } from './market/provenance.ts';
export { SIMULATED_RETENTION_BARS } from './market/simulated/bars.ts';
export { createSimulatedSource } from './market/simulated/source.ts';
export { type FeedState, type FeedStatus, type Source, type VenueCoverage } from './market/source.ts';
export { type SnapshotStore } from './ports/snapshot-store.ts';
export { run, type RunIo } from './run.ts';
export { exportStore, importStore } from './store/transfer.ts';
export { openStore, type Store, type StoreOptions } from './store/open-store.ts';
export { timelineOf, type TimelineConfig } from './timeline.ts';
