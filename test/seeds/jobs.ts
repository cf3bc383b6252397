/**
 * Scenario of scheduled work: leader, scheduler, runner and event log of several replicas, and the stream that clients read.
 *
 * Rules: a slot has its events once, slots in order, none left out; a replica runs a producer and a slot once at a time; two
 * replicas never lead at a time; every client receives every event once and in order, whatever replica it reads from.
 */

import type { MarketEvent } from '@barograph/contract';
import { standForLeader, type Leader } from '../../packages/runtime/src/leader.ts';
import type { Producer } from '../../packages/runtime/src/producer.ts';
import { createRunner } from '../../packages/runtime/src/runner.ts';
import { createScheduler } from '../../packages/runtime/src/scheduler.ts';
import { createMemorySnapshotStore } from '../../packages/runtime/src/snapshots/memory/snapshot-store.ts';
import { createHub, type Hub } from '../../packages/host/src/stream/hub.ts';
import { slotBy } from '../../packages/sources/src/cadence.ts';
import { createTail } from '../../packages/store/src/event-tail.ts';
import { QUIET } from '../../packages/store/test/values.ts';
import { clockOf } from './clocks.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { NO_MARKET } from './no-market.ts';
import { startReplicas } from './processes.ts';
import { remote } from './remote.ts';
import type { Plant, Scenario } from './scenario.ts';
import { expectStream, streamClient, type StreamClient } from './stream-client.ts';
import { BEGIN, type Process, type World } from './parts.ts';

const CADENCE = { step: 20_000, offset: 0 };
const MINUTE = 60_000;
const TIMELINE = 't';
/** The first slot that is not finished when the world begins. */
const FIRST = BEGIN;
const PER_SLOT = 2;
/** Ms by which clocks of replicas differ at most: half of what the leader keeps in hand. */
const SKEW_MS = 500;

const eventsOf = (slot: number): readonly MarketEvent[] =>
  Array.from({ length: PER_SLOT }, (_, i): MarketEvent => {
    const head = { ts: slot, recvTs: slot + i, venue: 'perpdex', symbol: 'BTC', dataSource: 'simulated' } as const;
    return { ...head, type: 'liquidation', side: 'long', usd: 1 + slot - BEGIN + i };
  });

/** Producers of a replica: one tells two events for each slot, the other one needs it and sums. */
function producersOf(world: World, process: Process, mayRun: () => boolean): readonly Producer[] {
  const running = new Set<string>();
  const alone = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (running.has(name)) world.violate(name, `${process.name} runs it twice at a time`);
    if (!mayRun()) world.note(`${name} runs without the lease`);
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
  const common = { cadence: CADENCE, reads: [], publishes: [], isHeavy: false } as const;
  const read = { name: 'seen', version: 'v' } as const;
  return [
    {
      ...common,
      name: 'tells',
      needs: [],
      makeUp: { kind: 'each', atMost: 1000 },
      create: () => async (input) =>
        alone('tells', async () => {
          await input.load(read);
          return { states: [{ ...read, scope: 'all', asOf: input.slot, json: '{}' }], published: [], events: eventsOf(input.slot) }; // prettier-ignore
        }),
    },
    {
      ...common,
      name: 'sums',
      needs: ['tells'],
      makeUp: { kind: 'latest' },
      create: () => async (input) =>
        alone('sums', async () => {
          await input.load(read);
          return { states: [], published: [] };
        }),
    },
  ];
}

interface Replica {
  readonly process: Process;
  readonly hub: Hub;
}

/** One replica of the service, from its start until it is killed. */
async function bootReplica(
  world: World,
  process: Process,
  { store, plant, isLed, leaders }: { readonly store: MemoryStore; readonly plant: Plant | undefined; readonly isLed: boolean; readonly leaders: Map<Process, Leader> }, // prettier-ignore
): Promise<Replica> {
  const { random } = world;
  const clock = clockOf(world, { skewMs: random.whole(SKEW_MS) - SKEW_MS / 2 });
  const owner = process.name;
  const port = <Name extends keyof MemoryStore>(name: Name): MemoryStore[Name] => remote(world, process, name, store[name]); // prettier-ignore
  const [slots, events, leases, states] = [port('slots'), port('events'), port('leases'), port('states')];
  const bell = {
    on: (_: unknown, ring: (payload: undefined) => void) => {
      const isLost = (): boolean => world.goesWrong(0.1, () => `${owner} misses a notification`);
      const rung = (): void => void (isLost() || world.at(world.now() + random.wait(200), process, '', () => ring(undefined))); // prettier-ignore
      bells.get(store)!.add(rung);
      return () => bells.get(store)!.delete(rung);
    },
  };
  const plain = createTail(events, bell);
  const tail = plant?.tail?.(plain) ?? plain;
  const hub = createHub({ events, tail: (after, options) => tail(after, { ...options, pollMs: 20_000 }), log: QUIET });
  await hub.start();
  let leader: Leader | undefined;
  const mayRun = (): boolean => !isLed || leader?.leads() === true;
  const runner = createRunner({
    producers: producersOf(world, process, mayRun),
    clock,
    market: NO_MARKET,
    timeline: TIMELINE,
    snapshots: createMemorySnapshotStore(),
    latest: () => undefined,
    log: QUIET,
    states,
    events,
  });
  const scheduler = createScheduler({ jobs: runner.jobs, clock, wall: () => clock.now(), slots, owner, timeline: TIMELINE, log: QUIET, mayRun }); // prettier-ignore
  if (isLed) {
    const onChange = (leads: boolean): void => void (leads && scheduler.catchUp().catch(() => undefined));
    leader = await standForLeader({ leases, lease: 'ingest', owner, wall: () => clock.now(), log: QUIET, onChange });
    leaders.set(process, leader);
  }
  await scheduler.start();
  return { process, hub };
}

/** Listeners of the log of each world. */
const bells = new WeakMap<MemoryStore, Set<() => void>>();

/** A store that rings after an append, and whose events are looked at as they come. */
function watched(world: World, store: MemoryStore): MemoryStore {
  let count = 0;
  const append: MemoryStore['events']['append'] = async (batch, claim) => {
    const ids = await store.events.append(batch, claim);
    if (ids.length === 0) return ids;
    for (const { ts } of batch) {
      const slot = FIRST + Math.floor(count++ / PER_SLOT) * CADENCE.step;
      if (ts !== slot) world.violate('tells', `event ${count} is one of slot ${ts - BEGIN}, expected ${slot - BEGIN}`);
    }
    for (const ring of bells.get(rung) ?? []) ring();
    return ids;
  };
  const rung = { ...store, events: { ...store.events, append } };
  bells.set(rung, new Set());
  return rung;
}

/** Slots that were finished before the world began: a job without one starts at whatever slot is due. */
async function began({ slots }: MemoryStore): Promise<void> {
  for (const name of ['tells', 'sums']) {
    await slots.claim(`${TIMELINE}/${name}`, FIRST - CADENCE.step, 'r0', BEGIN - MINUTE, MINUTE);
    await slots.finish(`${TIMELINE}/${name}`, FIRST - CADENCE.step, 'r0', BEGIN - MINUTE);
  }
}

/** The scenario. */
export const JOBS: Scenario = {
  name: 'jobs',
  faultsUntil: 3 * MINUTE,
  until: 7.5 * MINUTE,
  start: (world, plant) => {
    const plain = createMemoryStore(() => world.now());
    const store = watched(world, plant?.store?.(plain) ?? plain);
    void began(plain);
    const isLed = world.random.share() < 0.5;
    const replicas = new Map<Process, Replica>();
    const leaders = new Map<Process, Leader>();
    const boot = (process: Process): void => {
      bootReplica(world, process, { store, plant, isLed, leaders }).then(
        (replica) => replicas.set(process, replica),
        // As a supervisor does it: a process that cannot start ends, and is started again.
        () => world.at(world.now() + 3000, process, 'starts again', () => boot(process)),
      );
    };
    startReplicas(world, boot, { replicas: 2, until: 3 * MINUTE, most: 4, longestPauseMs: 2.5 * MINUTE });
    const clients: StreamClient[] = [0, 1].map((number) => streamClient(world, `c${number}`, () => [...replicas.values()].filter(({ process }) => process.isAlive))); // prettier-ignore
    const look = (): void => {
      const leading = [...leaders].filter(([{ isAlive, pausedUntil }, leader]) => isAlive && pausedUntil <= world.now() && leader.leads()); // prettier-ignore
      if (leading.length > 1) world.violate('ingest', `${leading.map(([{ name }]) => name).join(' and ')} lead`);
      world.at(world.now() + 2000, LOOKER, '', look);
    };
    world.at(BEGIN, LOOKER, '', look);
    return async () => {
      // What fell due in the last minute may be under way.
      const due = (slotBy(CADENCE, BEGIN + JOBS.until - MINUTE) - FIRST) / CADENCE.step + 1;
      const { lastId } = await store.events.bounds();
      if (lastId < due * PER_SLOT) world.violate('tells', `has told ${lastId} events of ${due} slots`);
      const settled = (await store.events.between(0, BEGIN + JOBS.until - MINUTE, lastId)).length;
      for (const client of clients) expectStream(world, client, settled);
    };
  },
};

const LOOKER: Process = { name: 'looker', isAlive: true, pausedUntil: 0 };
