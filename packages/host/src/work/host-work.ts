/** Scheduled jobs of a host: producers on the market's clock, housekeeping on the machine's, the ingest lease. */

import { UsageError } from '@barograph/core';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SharedSnapshotStore } from '../adapters/shared/snapshot-store.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../market/market.ts';
import type { QuantModel } from '../services/quant/producer.ts';
import type { Store } from '../store/open-store.ts';
import { createMinuteEvents, eventRetention, type MinuteEvents } from '../stream/jobs.ts';
import type { Computation } from './computation.ts';
import type { Refreshed } from './producer.ts';
import { standForLeader, type Leader } from './leader.ts';
import { marketReader } from './market-reader.ts';
import { measured, type JobDone } from './measured.ts';
import { marketProducers } from './producers.ts';
import { createRunner, type Runner } from './runner.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { wallJobs } from './wall-jobs.ts';

export interface HostWorkParts {
  readonly market: Market;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The machine's time. */
  readonly wall: Clock;
  readonly store: Store;
  readonly snapshots: SharedSnapshotStore;
  /** Names the market in the store. */
  readonly timeline: string;
  /** Of the nowcast; undefined: there is none. */
  readonly model: QuantModel | undefined;
  /** Executor of heavy producers; this thread when left out. */
  readonly heavy: Computation | undefined;
  readonly log: Logger;
}

export interface HostWork {
  readonly runner: Runner;
  readonly events: Pick<MinuteEvents, 'priceMoves' | 'derivativeMoves'>;
  /** Runs the producer of a snapshot now; calls during a run share that run. */
  refresh(snapshot: string): Promise<Refreshed>;
  /** Seconds after which a snapshot that is not there yet is worth asking for again. */
  retryAfter(snapshot: string): number;
  /** Whether this replica holds the ingest lease. */
  leads(): boolean;
  /** Does what is due, fills what nothing is published of, then keeps doing what falls due. Rejects when it cannot. */
  start(jobDone: JobDone): Promise<void>;
  /** Begins nothing more, and waits for the work in hand. */
  stop(): Promise<void>;
}

const WARMING_SECONDS = 5;

export function createHostWork(parts: HostWorkParts): HostWork {
  const { clock, wall, store, snapshots, timeline, log } = parts;
  const events = createMinuteEvents(clock, parts.market);
  const producers = [...marketProducers(timeline, parts.model), events.producer];
  const runner = createRunner({
    producers,
    market: marketReader(parts.market),
    clock,
    timeline,
    states: store.engineStates,
    observations: store.observations,
    events: store.events,
    snapshots,
    latest: (name) => snapshots.latest(name),
    heavy: parts.heavy,
    log,
  });
  const owner = randomUUID();
  const wallNow = (): number => wall.now();
  const common = { wall: wallNow, slots: store.slots, owner, log };
  let schedulers: readonly Scheduler[] = [];
  let ingest: Leader | undefined;

  return {
    runner,
    events,
    refresh: async (snapshot) => {
      const producer = producers.find(({ publishes }) => publishes.includes(snapshot));
      if (producer === undefined) throw new UsageError(`"snapshot" expected one of a producer, got ${snapshot}`);
      return runner.refresh(producer.name, snapshot);
    },
    retryAfter: () => WARMING_SECONDS,
    leads: () => ingest?.leads() ?? false,
    start: async (jobDone) => {
      const jobs = measured(jobDone, [...runner.jobs, eventRetention(clock, store.events)]);
      const market = createScheduler({ ...common, clock, timeline, jobs });
      const house = createScheduler({
        ...common,
        clock: wall,
        timeline: 'wall',
        jobs: measured(jobDone, wallJobs(store, wallNow)),
      });
      schedulers = [market, house];
      await runner.withSharedPulls(async () => {
        await market.start();
        // Another replica has a slot, or did it for a snapshot that this one cannot read: no request may find nothing.
        await runner.catchUp();
      });
      await house.start();
      // Leader lease for rate-limited ingestion; no source of today counts requests.
      ingest = await standForLeader({ leases: store.leases, scope: 'ingest', owner, wall: wallNow, log });
    },
    stop: async () => {
      await Promise.all([...schedulers.map(async (scheduler) => scheduler.stop()), ingest?.stop()]);
      await runner.stop();
    },
  };
}
