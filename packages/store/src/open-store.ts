/** Store of the host: one Postgres, embedded in the data folder or external, behind the same repositories. */

import { ARCHIVE_EDGE_V1 } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { once, type Retry } from './start-retry.ts';
import { createArchives, type Archives } from './archives.ts';
import { attendSql, DEAD_PEER_SQL } from './attendance.ts';
import { createBlocks, type Blocks } from './blocks.ts';
import { createBrakes, type Brakes } from './brakes.ts';
import { createConfirmations, type Confirmations } from './confirmations.ts';
import type { Engine } from './connection.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { createEngineStates, type EngineStates } from './engine-state.ts';
import { createTail, type Tail } from './event-tail.ts';
import { createEventLog, type EventLog } from './events.ts';
import { openExternal } from './external.ts';
import { createExchangeFlows, type ExchangeFlows } from './exchange-flows.ts';
import { createFeedRequests, type FeedRequests } from './feed-requests.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createKeys, type Keys } from './keys.ts';
import { createLeases, type Leases } from './leases.ts';
import { createLedger, type LedgerStore } from './ledger-reads.ts';
import { createListener, type Listener } from './listener.ts';
import { migrate } from './migrate.ts';
import { archivesWithReplica, historyWithReplica, ledgerWithReplica, takerMinutesWithReplica } from './past-reads.ts';
import { createReadReplica, type ReadReplica } from './read-replica.ts';
import { createObservations, type Observations } from './observations.ts';
import { createNewsStore, type NewsStore } from './news.ts';
import { createPayments, type Payments } from './payments.ts';
import { createPositionCycles, type PositionCycles } from './position-cycles.ts';
import { createServiceRecords, type ServiceRecords } from './service-record.ts';
import { createSessionPlaces, type SessionPlaces } from './session-places.ts';
import { createSlots, type Slots } from './slots.ts';
import { createSnapshotHistory, type SnapshotHistory } from './snapshot-history.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import { createTestLedger, type TestLedgerStore } from './test-ledger.ts';
import { createTakerMinutes, type TakerMinutes } from './taker-minutes.ts';
import { createRates, type Rates } from './rates.ts';
import { createUsage, type Usage } from './usage.ts';
import { createTableStore, type TableStore } from './tables.ts';
import { createSampleDays, type SampleDays } from './sample-days.ts';
import { createVenueDays, type VenueDays } from './venue-days.ts';
import { createRedisSide } from './redis/redis-side.ts';
import { createWakeUps, notifying } from './wake-ups.ts';
import { createWebhooks, type StoredWebhooks } from './webhooks.ts';
import { createWhaleDays, type WhaleDays } from './whale-days.ts';

export interface StoreOptions {
  /** Folder of the embedded engine; unused when `databaseUrl` is set. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Streaming replica of that database for reads of the past. @default reads use the database itself */
  readonly readUrl?: string | undefined;
  /** Redis for events and wake-ups. @default Postgres only */
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
  /** Retries steps while the database is unavailable. @default one attempt per step */
  readonly retry?: Retry;
}

/** Engine and its repositories. Every moment is an argument: the store has no clock. */
export interface Store extends Engine {
  /** Name of this replica, which attends through the listener's connection. */
  readonly replica: string;
  readonly keys: Keys;
  readonly confirmations: Confirmations;
  readonly usage: Usage;
  readonly events: EventLog;
  readonly tail: Tail;
  readonly listener: Listener;
  readonly snapshots: Snapshots;
  readonly snapshotHistory: SnapshotHistory;
  readonly engineStates: EngineStates;
  readonly observations: Observations;
  readonly archives: Archives;
  /** Absent without a read replica. */
  readonly readReplica: ReadReplica | undefined;
  readonly slots: Slots;
  readonly leases: Leases;
  /** Slots for heavy reads of the archive. */
  readonly archivePlaces: SessionPlaces;
  readonly feedRequests: FeedRequests;
  readonly brakes: Brakes;
  readonly rates: Rates;
  readonly webhooks: StoredWebhooks;
  readonly serviceRecords: ServiceRecords;
  readonly payments: Payments;
  readonly testLedger: TestLedgerStore;
  /** Writes and prunes the tables of producers; their readers follow. */
  readonly tables: TableStore;
  readonly takerMinutes: TakerMinutes;
  readonly sampleDays: SampleDays;
  readonly venueDays: VenueDays;
  readonly whaleDays: WhaleDays;
  readonly positionCycles: PositionCycles;
  readonly exchangeFlows: ExchangeFlows;
  readonly news: NewsStore;
  readonly ledger: LedgerStore;
  readonly jobs: Jobs;
  /** Work of commands, spread over workers. */
  readonly blocks: Blocks;
}

/** Optional engines next to the database. */
type Beside = Pick<StoreOptions, 'readUrl' | 'redisUrl'>;

/** Creates the repositories of a migrated engine. */
export function createStore(engine: Engine, log: Logger, { readUrl, redisUrl }: Beside = {}): Store {
  const { db, pool } = engine;
  const replica = randomUUID();
  const listener = createListener(() => engine.client(), log, [DEAD_PEER_SQL, attendSql(replica)]);
  const readReplica = readUrl === undefined ? undefined : createReadReplica(readUrl, pool, log);
  const [history, archives] = [createSnapshotHistory(db), createArchives(db)];
  const [ledger, takerMinutes] = [createLedger(db), createTakerMinutes(db)];
  const notify = notifying(listener);
  const redis = redisUrl === undefined ? undefined : createRedisSide(redisUrl, db, listener, log);
  const wakeUps = createWakeUps(redis?.sendOr(notify) ?? notify, log);
  const { wake } = wakeUps;
  const jobs = createJobs(pool, log);
  const archivePlaces = createSessionPlaces(() => engine.client(), listener, wake, ARCHIVE_EDGE_V1.heavyAtOnce);
  const events = createEventLog(db, wake);
  return {
    ...engine,
    replica,
    keys: createKeys(db, wake),
    confirmations: createConfirmations(db, wake),
    usage: createUsage(db),
    events,
    tail: createTail(events, listener, redis?.since),
    listener,
    snapshots: createSnapshots(db, wake),
    snapshotHistory: readReplica === undefined ? history : historyWithReplica(history, readReplica),
    engineStates: createEngineStates(db),
    observations: createObservations(db, wake),
    archives: readReplica === undefined ? archives : archivesWithReplica(archives, readReplica),
    readReplica,
    slots: createSlots(db, (owner) => owner === replica && listener.hasConnected()),
    leases: createLeases(db),
    archivePlaces,
    feedRequests: createFeedRequests(db, wake),
    brakes: createBrakes(db),
    rates: createRates(db),
    webhooks: createWebhooks(db),
    serviceRecords: createServiceRecords(db),
    payments: createPayments(db),
    testLedger: createTestLedger(db),
    tables: createTableStore(db, wake),
    takerMinutes: readReplica === undefined ? takerMinutes : takerMinutesWithReplica(takerMinutes, readReplica),
    sampleDays: createSampleDays(db),
    venueDays: createVenueDays(db),
    whaleDays: createWhaleDays(db),
    positionCycles: createPositionCycles(db),
    exchangeFlows: createExchangeFlows(db),
    news: createNewsStore(db),
    ledger: readReplica === undefined ? ledger : ledgerWithReplica(ledger, readReplica),
    jobs,
    blocks: createBlocks(db, jobs, listener, replica),
    close: async () => {
      await archivePlaces.close();
      await wakeUps.close();
      await redis?.close();
      await listener.close();
      await jobs.close();
      await readReplica?.close();
      await engine.close();
    },
  };
}

/** @returns the migrated store, or a one-line reason. */
export async function openStore(options: StoreOptions): Promise<Result<Store, string>> {
  const { dataDir, databaseUrl, readUrl, redisUrl, log, retry = once } = options;
  const opened =
    databaseUrl === undefined ? await openEmbedded(dataDir, log) : await openExternal(databaseUrl, log, retry);
  if (!opened.ok) return opened;
  const migrated = await migrate(opened.value.pool, opened.value.db, retry);
  if (!migrated.ok) {
    await opened.value.close();
    return err(migrated.error);
  }
  return ok(createStore(opened.value, log, { readUrl, redisUrl }));
}
