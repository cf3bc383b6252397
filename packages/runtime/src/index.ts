export { answerOf, answerOfBytes, answerOfText, type Answer } from './answer.ts';
export type { Blobs } from './archive/blobs.ts';
export { dailyText } from './archive/daily.ts';
export { ARCHIVE_ENGINES, openArchiveEngine, type ArchiveEngine } from './archive/engine.ts';
export { archivePlace, openBlobs } from './archive/open-blobs.ts';
export { createArchiveReaders } from './archive/readers.ts';
export type { TableReader } from './archive/table-reader.ts';
export { NestingError, parseBounded } from './bounded-json.ts';
export { createBoundedLog } from './bounded-log.ts';
export type { Computation, Histories } from './computation.ts';
export { createContexts, type Contexts } from './contexts/context.ts';
export { createPast, type Past } from './contexts/past.ts';
export { databaseTime, openDatabaseClock, type DatabaseClock } from './database-clock.ts';
export type { Frame } from './events/frame.ts';
export { createKept, STREAM_KEPT_V1, type Kept, type KeptConfig } from './events/kept.ts';
export { CHANGES_KEPT_V1, type ChangesKeptConfig } from './events/kept-changes.ts';
export { createHostWork, type HostWork } from './host-work.ts';
export { createCandleService } from './producers/candles.ts';
export { CONDITION_NUMBERS, readCondition, type Condition } from './producers/composites/condition.ts';
export { createOwnComposites, readComposites, type NamedComposite } from './producers/composites/file.ts';
export { createCyclePast } from './producers/cycle/past.ts';
export { createCycleArchive } from './producers/cycle/producer.ts';
export { createDex } from './producers/dex/service.ts';
export { etfSeries, keptFlow, keptFlows } from './producers/etf/archive.ts';
export { readVenueDirectory } from './producers/exchanges/directory.ts';
export { createFlowArchive } from './producers/flow/archive.ts';
export { FORCED_RETENTION_V1 } from './producers/flow/forced-retention.ts';
export { hasForced } from './producers/flow/producers.ts';
export { createHealth } from './producers/health.ts';
export { createLedgerArchive } from './producers/ledger/archive.ts';
export { createDepthSamples, createLiquidityArchive } from './producers/liquidity/archive.ts';
export type { BookReading } from './producers/liquidity/book-counts.ts';
export { createNewsArchive } from './producers/news/archive.ts';
export { hasNews } from './producers/news/producer.ts';
export { SAMPLE_RETENTION_V1 } from './producers/perp/retention.ts';
export { createPerpVenue } from './producers/perp/venue.ts';
export { accountsStatus, createPositioningArchive } from './producers/positioning/archive.ts';
export { createKeptChanges } from './producers/positioning/kept-changes.ts';
export { createQuantArchive } from './producers/quant/archive.ts';
export { NO_MODEL, openModel, type ModelState } from './producers/quant/model.ts';
export { hasRisk } from './producers/risk/producer.ts';
export { createScoreArchive } from './producers/scores/archive.ts';
export { createTraders } from './producers/traders/service.ts';
export { createOtherVenues } from './producers/venues/on-demand.ts';
export { shippedWiki } from './producers/wiki/load.ts';
export { createMemorySnapshotStore } from './snapshots/memory/snapshot-store.ts';
export {
  ARCHIVE_V1,
  createSnapshotArchive,
  type ArchiveConfig,
  type SnapshotArchive,
} from './snapshots/shared/snapshot-archive.ts';
export { createChangeTelling } from './snapshots/shared/change-telling.ts';
export { createSharedSnapshotStore, type SharedSnapshotStore } from './snapshots/shared/snapshot-store.ts';
export type { SnapshotStore } from './snapshots/snapshot-store.ts';
export type { ProducerStanding } from './standing.ts';
export { openThreads } from './thread/entry.ts';
export { cellOf, HOST_MODES, inputMatrix, inputsPage, type HostMode, type MatrixCell } from './inputs/matrix.ts';
export { ENGINE_INPUTS, type EngineInput, type InputWait } from './inputs/engine-inputs.ts';
