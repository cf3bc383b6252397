/** All clocked work of a host: producers on the market's clock, housekeeping on the machine's, the ingest lease. */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SharedSnapshotStore } from '../adapters/shared/snapshot-store.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../market/market.ts';
import { createLedMarket } from '../market/relay/lead.ts';
import type { SnapshotName } from '../ports/snapshot-store.ts';
import type { QuantModel } from '../services/quant/producer.ts';
import type { Store } from '../store/open-store.ts';
import { createMinuteEvents, eventRetention, type MinuteEvents } from '../stream/jobs.ts';
import type { Computation } from './computation.ts';
import { marketReader } from './market-reader.ts';
import { measured, type JobDone } from './measured.ts';
import { marketProducers } from './producers.ts';
import { createRunner, type Runner } from './runner.ts';
import { createScheduler, type Job, type Scheduler } from './scheduler.ts';
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
  /** Where heavy producers run; in this thread when left out. */
  readonly heavy: Computation | undefined;
  readonly log: Logger;
}

export interface HostWork {
  /** The market behind the ingest lease: what everything on this replica reads from. */
  readonly market: Market;
  readonly runner: Runner;
  readonly events: Pick<MinuteEvents, 'priceMoves' | 'derivativeMoves'>;
  /** Whether this replica holds the ingest lease. */
  leads(): boolean;
  /** Does what is due, fills what nothing is published of, then keeps doing what falls due. Rejects when it cannot. */
  start(jobDone: JobDone): Promise<void>;
  /** Begins nothing more, and waits for the work in hand. */
  stop(): Promise<void>;
}

export function createHostWork(parts: HostWorkParts): HostWork {
  const { clock, wall, store, snapshots, timeline, log } = parts;
  const owner = randomUUID();
  const wallNow = (): number => wall.now();
  let schedulers: readonly Scheduler[] = [];
  const led = createLedMarket({
    market: parts.market,
    store,
    timeline,
    owner,
    wall: wallNow,
    log,
    onLead: () => {
      const [onMarket] = schedulers;
      onMarket?.catchUp().catch((error: unknown) => log.error({ err: error }, 'scheduled jobs could not be caught up'));
    },
  });
  const { market } = led;
  const events = createMinuteEvents(clock, market);
  const runner = createRunner({
    producers: [...marketProducers(timeline, parts.model), events.producer],
    market: marketReader(market),
    clock,
    timeline,
    states: store.engineStates,
    observations: store.observations,
    events: store.events,
    snapshots,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- producers publish under names of snapshots
    latest: (name) => snapshots.latest(name as SnapshotName),
    heavy: parts.heavy,
    log,
  });
  const scheduled = (on: Clock, name: string, jobs: readonly Job[], mayRun?: () => boolean): Scheduler =>
    createScheduler({
      jobs,
      clock: on,
      wall: wallNow,
      slots: store.slots,
      owner,
      timeline: name,
      log,
      mayRun,
    });

  return {
    market,
    runner,
    events,
    leads: () => led.leads(),
    start: async (jobDone) => {
      const jobs = [...runner.jobs, eventRetention(clock, store.events)];
      const onMarket = scheduled(clock, timeline, measured(jobDone, jobs), () => led.mayWork());
      const house = scheduled(wall, 'wall', measured(jobDone, wallJobs(store, wallNow)));
      await led.start();
      schedulers = [onMarket];
      await runner.together(async () => {
        await onMarket.start();
        // Another replica has a slot, or did it for a snapshot that this one cannot read: no request may find nothing.
        if (led.mayWork()) await runner.catchUp();
      });
      schedulers = [onMarket, house];
      await house.start();
    },
    stop: async () => {
      await Promise.all(schedulers.map(async (scheduler) => scheduler.stop()));
      await runner.stop();
      await led.stop();
    },
  };
}
