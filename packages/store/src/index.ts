export type { ArchiveDay, ArchivedFile, ArchiveExtent, ArchiveFilter, Archives, NewArchiveFile } from './archives.ts';
export { BlockError, type Batch, type BlockKind, type Blocks, type NewBatch } from './blocks.ts';
export type { Brake, Brakes } from './brakes.ts';
export { markSent, RESEND_MS, type Link, type Unsent } from './confirmations.ts';
export { codeOf, messageOf } from './connection.ts';
export { unusable } from './data-folder.ts';
export { runningUrl } from './embedded/running-url.ts';
export { marketState, type EngineStates, type StateKey, type StateText, type UnsavedState } from './engine-state.ts';
export { createTail, type Tail } from './event-tail.ts';
export type { EventLog, StoredEvent } from './events.ts';
export type { ExchangeFlows, ReadFlows, StoredFlow } from './exchange-flows.ts';
export type { FeedRequests, OpenRequest } from './feed-requests.ts';
export type { Worker } from './jobs.ts';
export { isStorable, jsonText } from './json-text.ts';
export {
  accountOf,
  COOLDOWN_MS,
  freshKey,
  normaliseEmail,
  ROTATION_LIMIT_V1,
  type KeyRecord,
  type Keys,
} from './keys.ts';
export type { Leases } from './leases.ts';
export type { Listener } from './listener.ts';
export type {
  LedgerDueQuery,
  LedgerGraded,
  LedgerGradedQuery,
  LedgerNewest,
  LedgerPlace,
  LedgerStore,
} from './ledger-reads.ts';
export type { LedgerWrite } from './ledger.ts';
export { LOCKS, underLock } from './locks.ts';
export { createLog, LOG_LEVELS, type LogLevel } from './log.ts';
export { addedJudged, type NewsFound, type NewsJudged, type NewsSourceReport } from './news-sources.ts';
export type { NewsHour, NewsKept, NewsPlace, NewsStore, StoredNewsResponse } from './news.ts';
export type { NewObservation, Observation, Observations } from './observations.ts';
export { openStore, type Store, type StoreOptions } from './open-store.ts';
export { PAYMENT_ANSWERS_MS, type Claim, type PaymentId, type PaymentRow, type Payments } from './payments.ts';
export { CYCLES_KEPT_MS, type ComparedCycle, type PositionCycles } from './position-cycles.ts';
export type { Rates } from './rates.ts';
export type { SampleDay, SampleDays } from './sample-days.ts';
export { TIERS, type Tables, type Tier } from './schema.ts';
export { decrypt, encrypt, sealingKeysOf } from './sealing.ts';
export { hashOf, KEY_PREFIX, newKey, newTestKey, newToken, secretOf } from './secret.ts';
export type { CountedAnswers, SeenGap, ServiceRecord, ServiceRecords } from './service-record.ts';
export type { HeldPlace, SessionPlaces } from './session-places.ts';
export { sha256 } from './sha256.ts';
export type { SlotClaim, Slots } from './slots.ts';
export {
  snapshotSha256,
  type KeptLine,
  type KeptSize,
  type KeptSnapshot,
  type SnapshotHistory,
} from './snapshot-history.ts';
export type { SnapshotRow, Snapshots, SnapshotTelling } from './snapshots.ts';
export { createRetry, isDatabaseAway, once, type Retry } from './start-retry.ts';
export { isStoreAway } from './store-away.ts';
export type { Retention } from './table.ts';
export { RETENTIONS, type TableStore, type Write } from './tables.ts';
export type { StoredCoin, StoredMinute, TakerMinutes } from './taker-minutes.ts';
export type { TestLedgerStore } from './test-ledger.ts';
export { exportStore, importStore } from './transfer.ts';
export type { Taken, Usage } from './usage.ts';
export type { VenueDay, VenueDayNumbers, VenueDays, VenueDaysAdded } from './venue-days.ts';
export type { WebhookMarks } from './schema.ts';
export type { StoredWebhook, StoredWebhooks, WebhookPlace } from './webhooks.ts';
export type { WhaleDays } from './whale-days.ts';
