export { createMemorySnapshotStore } from '@barograph/runtime';
export {
  createManualClock,
  createReplayClock,
  createSystemClock,
  type Clock,
  type ManualClock,
  type ReplayOptions,
} from '@barograph/sources';
export { composeHost, type Host, type HostParts } from './compose.ts';
export { CONFIG_FIELDS } from './config-fields.ts';
export { configTable, helpText } from './config-text.ts';
export type { HostConfig } from './host-config.ts';
export { readConfig } from './config.ts';
export { createLog, type LogLevel } from '@barograph/store';
export { type Bars, type BarsRequest, type BarsWindow } from '@barograph/sources';
export { openConfigured, type Opened } from '@barograph/sources';
export { type FundingRates, type ObservedRange, type OpenInterest } from '@barograph/sources';
export {
  SourceError,
  type BarsFeed,
  type Feed,
  type FeedProblem,
  type ObservedFeed,
  type Series,
} from '@barograph/sources';
export { type FeedName, type FeedQuery, type FeedRows, type Feeds } from '@barograph/sources';
export { misalignedRow, type BarSeries } from '@barograph/sources';
export { createFilesSource } from '@barograph/sources';
export { type Listing, type Venue } from '@barograph/sources';
export { openMarket, type Market, type Pulled, type SourceReport } from '@barograph/sources';
export { type Provided } from '@barograph/sources';
export { SIMULATED_RETENTION_BARS } from '@barograph/sources';
export { createSimulatedSource } from '@barograph/sources';
export { type FeedState, type FeedStatus, type Source, type VenueCoverage } from '@barograph/sources';
export { type SnapshotStore } from '@barograph/runtime';
export { run, type RunIo } from './run.ts';
export { exportStore, importStore } from '@barograph/store';
export { openStore, type Store, type StoreOptions } from '@barograph/store';
export { timelineOf, type TimelineConfig } from './timeline.ts';
