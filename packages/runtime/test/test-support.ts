/** Producers and universes run by hand. */

import type { Logger } from 'pino';
import { createMemorySnapshotStore } from '../src/snapshots/memory/snapshot-store.ts';
import type { Clock } from '../../sources/src/clock.ts';
import { createLog } from '../../store/src/log.ts';
import type { Market } from '../../sources/src/market/market.ts';
import type { SnapshotStore } from '../src/snapshots/snapshot-store.ts';
import type { AnyEngine } from '@barograph/contract';
import { ENGINES_PRODUCER, enginesProducer } from '../src/producers/universe/producer.ts';
import { createUniverse, type EngineView } from '../src/producers/universe/universe.ts';
import type { EngineStates } from '../../store/src/engine-state.ts';
import type { EventLog } from '../../store/src/events.ts';
import type { Observations } from '../../store/src/observations.ts';
import type { WriteAt } from '../../store/src/table.ts';
import type { TableRows, TableStore } from '../../store/src/tables.ts';
import type { Computation } from '../src/computation.ts';
import { keep, loadStates } from '../src/keep.ts';
import { marketReader } from '../src/market-reader.ts';
import type { Producer, Refreshed, RunReport } from '../src/producer.ts';
import type { Publisher } from '../src/publish.ts';
import { createRunner, type Runner } from '../src/runner.ts';

const QUIET = createLog('silent');

interface Stores {
  readonly source: Market;
  readonly timeline?: string;
  readonly states?: EngineStates | undefined;
  readonly log?: Logger;
}

/** Stores of a run. */
export interface RunnerStores extends Stores {
  readonly observations?: Pick<Observations, 'append'>;
  readonly events?: Pick<EventLog, 'append'>;
  readonly tables?: Pick<TableStore, 'write'>;
  readonly snapshots?: Publisher & Pick<SnapshotStore, 'latest'>;
  readonly heavy?: Computation | undefined;
}

/** Writes of some tables; those of others are dropped. */
type Writers = { readonly [Name in keyof TableRows]?: (rows: TableRows[Name], at: WriteAt) => Promise<unknown> };

/** Tables in memory. */
export function tablesOf(writers: Writers): Pick<TableStore, 'write'> {
  return {
    write: async ({ table, rows }, at) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of the name, by the type of writes
      await (writers[table] as ((rows: unknown, at: WriteAt) => Promise<unknown>) | undefined)?.(rows, at);
      return undefined;
    },
  };
}

/** A runner over stores in memory. */
export function runnerOf(producers: readonly Producer[], clock: Clock, stores: RunnerStores): Runner {
  const { source, timeline = 't', snapshots = createMemorySnapshotStore(), log = QUIET, ...rest } = stores;
  const latest = (name: string) => snapshots.latest(name);
  return createRunner({ producers, clock, market: marketReader(source), timeline, snapshots, latest, log, ...rest });
}

/** A clock that stands wherever it is put, earlier moments included. */
export function movableClock(start: number): Clock & { put(at: number): void } {
  let now = start;
  return {
    kind: 'manual',
    now: () => now as ReturnType<Clock['now']>,
    schedule: () => () => undefined,
    put: (at) => (now = at),
  };
}

/** A producer, run at moments. */
export function runAt(producer: Producer, stores: RunnerStores): (at: number) => Promise<RunReport> {
  const clock = movableClock(0);
  const alone = { ...producer, needs: [] };
  const runner = runnerOf([alone], clock, stores);
  return async (at) => {
    clock.put(at);
    return runner.run(producer.name);
  };
}

/** One producer that publishes one snapshot, run at moments. */
export function refreshAt(producer: Producer, stores: RunnerStores): (at: number) => Promise<Refreshed> {
  const run = runAt(producer, stores);
  return async (at) => {
    const { rows, asOf, tookMs } = await run(at);
    return { rows: rows.get(producer.publishes[0]!) ?? 0, asOf, tookMs };
  };
}

/** A universe whose states are stored after each call. */
export interface TestUniverse {
  at(asOf: number): Promise<{ readonly views: readonly EngineView[]; readonly bars: number }>;
}

export function universeWith(parts: Stores & { readonly engines: readonly AnyEngine[] }): TestUniverse {
  const { source, engines, states, timeline = 't', log = QUIET } = parts;
  const universe = createUniverse(engines);
  const keeping = { timeline, states, snapshots: createMemorySnapshotStore() };
  return {
    at: async (asOf) => {
      const market = marketReader(source);
      const made = await universe.at({ asOf, market, log, load: async (key) => loadStates(keeping, key) });
      await keep({ states: made.states, published: [] }, asOf, keeping);
      return made;
    },
  };
}

/** The refresh of engines. */
export interface EngineRefresh {
  all(): Promise<ReadonlyMap<string, number>>;
  of(name: string): Promise<Refreshed>;
  isFailing(): boolean;
}

export function engineRefresh(
  engines: readonly AnyEngine[],
  clock: Clock,
  snapshots: Publisher & Pick<SnapshotStore, 'latest'>,
  stores: Stores,
): EngineRefresh {
  const runner = runnerOf([enginesProducer(engines)], clock, { ...stores, snapshots });
  return {
    all: async () => (await runner.run(ENGINES_PRODUCER)).rows,
    of: async (name) => runner.refresh(ENGINES_PRODUCER, name),
    isFailing: () => runner.standings()[0]!.isFailing,
  };
}
