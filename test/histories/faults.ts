/** Injector: starts and ends the faults of a plan. */

import { setTimeout as wait } from 'node:timers/promises';
import type { FaultKind, PlannedFault } from './plan.ts';
import type { World } from './clients/world.ts';
import type { Database } from './stage/database.ts';
import type { Proxy, Weather } from './stage/proxy.ts';
import { eventually, type Replica } from './stage/replica.ts';

/** Targets of faults. */
export interface Stage {
  readonly database: Database;
  readonly replicas: readonly Replica[];
  /** Way of each replica to the database. */
  readonly ways: readonly Proxy[];
  /** Disturbs the chain and its facilitator until the returned function is called. */
  readonly disturbChain: (strength: number) => () => void;
  /** Has replicas start as a newer version from now on. @returns the name of its migration. */
  readonly newer: () => string;
}

/** A restarted replica serves by then, on a busy machine. */
const BACK_MS = 150_000;

const clocks = [-86_400_000, -20_000, 5000, 45_000, 86_400_000] as const;

type Act = (stage: Stage, fault: PlannedFault) => Promise<void>;

const through =
  (weather: Weather): Act =>
  async ({ ways }, { replica, ms }) => {
    const way = ways[replica]!;
    way.set(weather);
    await wait(ms);
    way.set('clear');
  };

/** Waits until replicas serve. */
async function serving(replicas: readonly Replica[], what: string): Promise<void> {
  await eventually(what, BACK_MS, async () =>
    (await Promise.all(replicas.map(async (replica) => replica.serves()))).every(Boolean),
  );
}

/** Repeats a statement while the database is away. */
async function insist({ database }: Stage, text: string): Promise<void> {
  await eventually(`an answer to ${text}`, BACK_MS, async () => {
    await database.query(text);
    return true;
  });
}

const ACTS: Readonly<Record<FaultKind, Act>> = {
  kill: async ({ replicas }, { replica, ms }) => {
    await replicas[replica]!.kill();
    await wait(ms);
    replicas[replica]!.start();
  },
  stop: async ({ replicas }, { replica, ms }) => {
    replicas[replica]!.signal('SIGSTOP');
    await wait(ms);
    replicas[replica]!.signal('SIGCONT');
  },
  terminate: async (stage, { strength }) => {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database() and abs(hashtext(pid::text)) % 10 <= ${Math.floor(strength * 10)}`;
    await stage.database.query(text).catch(() => undefined);
  },
  crash: async ({ database }) => database.crash(),
  cut: through('cut'),
  silent: through('silent'),
  slow: through('slow'),
  clock: async ({ replicas }, { replica, ms, strength }) => {
    replicas[replica]!.step(clocks[Math.floor(strength * clocks.length)]!);
    await wait(ms);
    replicas[replica]!.step(0);
  },
  disk: async (stage, { ms, strength }) => {
    const { database } = stage;
    database.fill();
    // Either a table cannot grow, or the log cannot, and the server stops.
    if (strength < 0.5) await database.query('select pg_switch_wal()').catch(() => undefined);
    await wait(ms);
    database.empty();
    await database.revive();
  },
  // Each commit waits before its log is written, as for a disk that is slow to say that it has.
  fsync: async (stage, { ms }) => {
    const set = async (delay: number): Promise<void> => {
      await insist(stage, `alter system set commit_delay = ${delay}`);
      await insist(stage, 'select pg_reload_conf()');
    };
    await insist(stage, 'alter system set commit_siblings = 0');
    await set(100_000);
    await wait(ms);
    await set(0);
  },
  chain: async ({ disturbChain }, { ms, strength }) => {
    const clear = disturbChain(strength);
    await wait(ms);
    clear();
  },
  // It is of the version that every later start is of: an older one refuses the migrated database.
  join: async (stage, { replica }) => {
    const target = stage.replicas[replica]!;
    const migration = stage.newer();
    await target.end();
    target.start();
    await serving([target], `${target.name} to serve as a newer version`);
    const made = await stage.database.query(`select from kysely_migration where name = '${migration}'`);
    if (made.length === 0) throw new Error(`expected the migration ${migration}, got none`);
  },
};

/** Kinds that cannot be injected here, with reasons. */
export function skippedFaults({ database }: Pick<Stage, 'database'>): ReadonlyMap<string, string> {
  const { noDisk } = database;
  const skipped = new Map<string, string>();
  if (noDisk !== undefined) skipped.set('disk', `needs the right to mount a tmpfs: ${noDisk}`);
  return skipped;
}

/** Brings all faults until it is aborted; several may hold at once, one in a place. Resolves when the last is over. @returns failures to recover. */
export async function inject(
  stage: Stage,
  faults: readonly PlannedFault[],
  { recorder, ending }: Pick<World, 'recorder' | 'ending'>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const skipped = skippedFaults(stage);
  /** Active faults by place. */
  const busy = new Map<string, Promise<void>>();
  const bring = async ({ kind, ...fault }: PlannedFault, isOfReplica: boolean): Promise<void> => {
    const target = stage.replicas[fault.replica]!;
    const end = recorder.fault({ kind, target: isOfReplica ? target.name : 'all' });
    try {
      await ACTS[kind](stage, { kind, ...fault });
      if (kind !== 'chain') {
        await serving(isOfReplica ? [target] : stage.replicas, `${target.name} to serve after ${kind}`);
      }
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
    end();
  };
  for (const fault of faults) {
    if (skipped.has(fault.kind)) continue;
    const left = fault.at - recorder.now();
    if (left > 0) await wait(left, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) break;
    // A slow start would have the next faults wait, until nothing serves: what meets a fault in its place is left out.
    const isOfReplica = !['crash', 'disk', 'fsync', 'terminate', 'chain'].includes(fault.kind);
    const shared = fault.kind === 'chain' ? ['chain'] : ['database'];
    const places = isOfReplica
      ? [`${fault.replica}`, ...(['kill', 'join'].includes(fault.kind) ? ['absence'] : [])]
      : shared;
    // An upgrade is not left out: it waits.
    if (fault.kind === 'join') await Promise.all(places.map(async (place) => busy.get(place)));
    if (places.some((place) => busy.has(place))) continue;
    const injected = bring(fault, isOfReplica).finally(() => places.forEach((place) => busy.delete(place)));
    for (const place of places) busy.set(place, injected);
  }
  await Promise.all(busy.values());
  return failures;
}
