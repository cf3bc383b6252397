/** Store of the host: one Postgres, embedded in the data folder or the operator's, behind the same repositories. */

import { ARCHIVE_EDGE_V1 } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { once, type Retry } from './start-retry.ts';
import { createArchives, type Archives } from './archives.ts';
import { attendSql } from './attendance.ts';
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
import { createWebhooks, type StoredWebhooks } from './webhooks.ts';
import { createWhaleDays, type WhaleDays } from './whale-days.ts';

export interface StoreOptions {
  /** Folder of the embedded engine; not touched when `databaseUrl` is given. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly log: Logger;
  /** Repeats steps while the database is away; each is tried once when left out. */
  readonly retry?: Retry;
}

/** An engine with everything that is kept in it. Every moment is an argument: the store has no clock. */
export interface Store extends Engine {
  /** Names this replica; it attends by the connection of the listener. */
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
  readonly slots: Slots;
  readonly leases: Leases;
  /** Places of heavy reads of the archive. */
  readonly archivePlaces: SessionPlaces;
  readonly feedRequests: FeedRequests;
  readonly brakes: Brakes;
  readonly rates: Rates;
  readonly webhooks: StoredWebhooks;
  readonly serviceRecords: ServiceRecords;
  readonly payments: Payments;
  readonly testLedger: TestLedgerStore;
  /** Writes and forgets what producers produce; the readers of their tables follow. */
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
}

/** The repositories over an engine whose schema is there. */
export function createStore(engine: Engine, log: Logger): Store {
  const { db, pool } = engine;
  const replica = randomUUID();
  const listener = createListener(() => engine.client(), log, [attendSql(replica)]);
  const jobs = createJobs(pool, log);
  const archivePlaces = createSessionPlaces(() => engine.client(), listener, ARCHIVE_EDGE_V1.heavyAtOnce);
  const events = createEventLog(db);
  return {
    ...engine,
    replica,
    keys: createKeys(db),
    confirmations: createConfirmations(db),
    usage: createUsage(db),
    events,
    tail: createTail(events, listener),
    listener,
    snapshots: createSnapshots(db),
    snapshotHistory: createSnapshotHistory(db),
    engineStates: createEngineStates(db),
    observations: createObservations(db),
    archives: createArchives(db),
    slots: createSlots(db, (owner) => owner === replica && listener.hasConnected()),
    leases: createLeases(db),
    archivePlaces,
    feedRequests: createFeedRequests(db),
    brakes: createBrakes(db),
    rates: createRates(db),
    webhooks: createWebhooks(db),
    serviceRecords: createServiceRecords(db),
    payments: createPayments(db),
    testLedger: createTestLedger(db),
    tables: createTableStore(db),
    takerMinutes: createTakerMinutes(db),
    sampleDays: createSampleDays(db),
    venueDays: createVenueDays(db),
    whaleDays: createWhaleDays(db),
    positionCycles: createPositionCycles(db),
    exchangeFlows: createExchangeFlows(db),
    news: createNewsStore(db),
    ledger: createLedger(db),
    jobs,
    close: async () => {
      await archivePlaces.close();
      await listener.close();
      await jobs.close();
      await engine.close();
    },
  };
}

/** @returns the store, migrated and ready, or one line that says why there is none. */
export async function openStore(options: StoreOptions): Promise<Result<Store, string>> {
  const { dataDir, databaseUrl, log, retry = once } = options;
  const opened =
    databaseUrl === undefined ? await openEmbedded(dataDir, log) : await openExternal(databaseUrl, log, retry);
  if (!opened.ok) return opened;
  const migrated = await migrate(opened.value.pool, opened.value.db, retry);
  if (!migrated.ok) {
    await opened.value.close();
    return err(migrated.error);
  }
  return ok(createStore(opened.value, log));
}
