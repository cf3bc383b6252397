export { createFilesSource, misalignedRow, type BarSeries } from './adapters/files/candle-source.ts';

export { createMemorySnapshotStore } from './adapters/memory/snapshot-store.ts';
export { createSimulatedSource, SIMULATED_RETENTION_BARS } from './adapters/simulated/candle-source.ts';
export {
  createManualClock,
  createReplayClock,
  createSystemClock,
  type Clock,
  type ManualClock,
  type ReplayOptions,
} from './clock.ts';
export { composeHost, type Host, type HostParts } from './compose.ts';
export { CONFIG_FIELDS, configTable, helpText, type HostConfig } from './config-fields.ts';
export { readConfig } from './config.ts';
export { createLog, type LogLevel } from './log.ts';
export { openSource, type Opened } from './open-source.ts';
export {
  type Bars,
  type BarsProblem,
  type BarsRequest,
  type BarsWindow,
  type CandleSource,
  type Listing,
  type SourceState,
  type Venue,
} from './ports/candle-source.ts';
export { type Snapshot, type SnapshotStore } from './ports/snapshot-store.ts';
export { run, type RunIo } from './run.ts';
export { exportStore, importStore } from './store/transfer.ts';
export { openStore, type Store, type StoreOptions } from './store/open-store.ts';
export { timelineOf, type Market } from './timeline.ts';
