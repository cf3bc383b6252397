/**
 * Processor time of replicas and their one Postgres for keyed calls and events, with 1, 2 and 4 replicas on loopback; the model
 * of docs/scaling.md fitted to the runs with one of them, held against the others, and asked for 10, 100 and 1,000 times
 * the load. `node --conditions=source --import tsx benchmarks/scaling.evidence.ts`, some three minutes.
 *
 * Processor time is what is compared, not rates: it hardly moves when others have the processors, rates follow them.
 */

import { createLog, openStore } from '@barograph/host';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningUrl } from '../packages/host/src/store/embedded/running-url.ts';
import { start, type Running } from './http/process.ts';
import { callCost, eventCost, fitCalls, stations, type CallRun, type EventDemand } from './scaling/model.ts';

const REPLICAS = (process.env['REPLICAS'] ?? '1,2,4').split(',').map(Number);
const CONNECTIONS = [1, 8, 32];
const STREAMS = [10, 100];
const EVENTS = 300;
const WARM_UP_SLICES = 2;
const SLICE_MS = Number(process.env['SLICE_MS'] ?? 3000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
/** Enough that none meets its limit of 120 calls a minute, and so few that all are known after the warm-up. */
const KEYS = 600;
const KEY = 'bg_live_scaling_';
/** Ticks of `/proc` a second. */
const TICKS = 100;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

const dataDir = mkdtempSync(join(tmpdir(), 'barograph-scaling-'));
const opened = await openStore({ dataDir, log: createLog('error') });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;
const databaseUrl = await runningUrl(dataDir);
if (databaseUrl === undefined) throw new Error('no address of the database');
// The disk is everybody's, and what is compared is processor time.
await store.pool.query('alter system set fsync = off');
await store.pool.query('select pg_reload_conf()');
const keys = Array.from({ length: KEYS }, (_, i) => `${KEY}${i}`);
// One statement: each key made alone waits for the disk.
await store.pool.query(
  `insert into keys (id, hash, prefix, tier, created_at)
   select key, hash, key, 'pro_plus', $3 from unnest($1::text[], $2::text[]) as made (key, hash)`,
  [keys, keys.map((key) => createHash('sha256').update(key).digest('hex')), Date.now()],
);

/** Fields of a process behind its name: parent, and ticks of itself and of children that ended. */
function processOf(pid: string): { readonly parent: string; readonly ticks: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return { parent: fields[1]!, ticks: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) };
  } catch {
    return undefined; // it has ended
  }
}
const postmaster = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]!;
/** Processor time of the database so far, µs. */
function databaseCpu(): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ticks = all.map((pid) => ({ pid, at: processOf(pid) }));
  const own = ticks.filter(({ pid, at }) => pid === postmaster || at?.parent === postmaster);
  return (own.reduce((sum, { at }) => sum + (at?.ticks ?? 0), 0) * 1e6) / TICKS;
}
/** Statements that count calls are transactions of their own, and nearly the only ones while calls are made. */
async function transactions(): Promise<number> {
  await store.pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await store.pool.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.n);
}
const replicaCpu = async (replicas: readonly Running[]): Promise<number> =>
  (await Promise.all(replicas.map(async (one) => one.cpu()))).reduce((sum, value) => sum + value, 0);
const settled = async (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 1200));

interface Seen {
  readonly replica: number;
  readonly database: number;
}

/** Keyed calls; `connections` to each replica. */
async function callRun(
  replicas: readonly Running[],
  callers: readonly Running[],
  connections: number,
): Promise<CallRun> {
  const [cpu, database, commits] = [await replicaCpu(replicas), databaseCpu(), await transactions()];
  const outcomes = await Promise.all(callers.map(async (caller) => caller.ask({ connections, ms: SLICE_MS })));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what callers answer
  const answers = outcomes.reduce<number>((sum, one) => sum + (one as { answers: number }).answers, 0);
  const [cpuAfter, databaseAfter] = [await replicaCpu(replicas), databaseCpu()];
  await settled(); // statistics are written once a second
  return {
    connections,
    // Other transactions, of which there are few, are counted too.
    batch: Math.max(1, answers / ((await transactions()) - commits)),
    replica: (cpuAfter - cpu) / answers,
    database: (databaseAfter - database) / answers,
  };
}

/** Events appended one by one by the first replica; each is written to every stream. */
async function eventRun(replicas: readonly Running[], streams: readonly Running[], perReplica: number): Promise<Seen> {
  const [cpu, database] = [await replicaCpu(replicas), databaseCpu()];
  const all = Promise.all(streams.map(async (one) => one.ask({ more: perReplica * EVENTS })));
  await replicas[0]!.ask({ append: EVENTS });
  await all;
  return {
    replica: ((await replicaCpu(replicas)) - cpu) / EVENTS / replicas.length,
    database: (databaseCpu() - database) / EVENTS,
  };
}

const medianOf = <T extends object>(runs: readonly T[]): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields
  Object.fromEntries(Object.keys(runs[0]!).map((name) => [name, median(runs.map((run) => (run as never)[name]))])) as T;

async function repeated<T extends object>(once: () => Promise<T>): Promise<T> {
  const runs: T[] = [];
  for (let i = 0; i < ROUNDS; i++) runs.push(await once());
  return medianOf(runs);
}

/** A caller or a stream that waits for ever must not. */
const LONGEST_MS = 30 * 60_000;
setTimeout(() => {
  throw new Error('the run did not end');
}, LONGEST_MS).unref();

const calls = new Map<number, CallRun[]>();
const events = new Map<string, Seen>();
console.log(
  `${cpus()[0]!.model}, ${cpus().length} processors; load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
try {
  for (const count of REPLICAS) {
    const replicas = await Promise.all(
      Array.from({ length: count }, async () => start('scaling/replica.ts', databaseUrl)),
    );
    const share = KEYS / count;
    const callers = await Promise.all(
      replicas.map(async ({ url }, i) => start('scaling/caller.ts', url, KEY, String(i * share), String(share))),
    );
    const runs: CallRun[] = [];
    // Code that V8 has not compiled yet costs ten times as much.
    for (let i = 0; i < WARM_UP_SLICES; i++) await callRun(replicas, callers, Math.max(...CONNECTIONS));
    for (const connections of CONNECTIONS) {
      runs.push(await repeated(async () => callRun(replicas, callers, connections)));
      console.error(count, JSON.stringify(runs.at(-1)));
    }
    calls.set(count, runs);
    for (const caller of callers) await caller.stop();
    for (const perReplica of STREAMS) {
      const streams = await Promise.all(
        replicas.map(async ({ url }, i) => start('sse/clients.ts', url, String(perReplica), KEY, String(i * share))),
      );
      await eventRun(replicas, streams, perReplica);
      events.set(`${count} ${perReplica}`, await repeated(async () => eventRun(replicas, streams, perReplica)));
      for (const one of streams) await one.stop();
    }
    for (const replica of replicas) await replica.stop();
    console.log(
      `${count} replicas: ${JSON.stringify([...events].slice(-STREAMS.length))}; load ${loadavg()[0]!.toFixed(1)}`,
    );
  }
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true });
}

const at = (count: number, perReplica: number): Seen => events.get(`${count} ${perReplica}`)!;
const callDemand = fitCalls(calls.get(1)!);
const [few, many] = [STREAMS[0]!, STREAMS[1]!];
const write = Math.max(0, (at(1, many).replica - at(1, few).replica) / (many - few));
/** The cost of an event in Postgres is split into storing and reading by the runs of one and of two replicas. */
const read = Math.max(0, at(2, few).database - at(1, few).database);
const eventDemand: EventDemand = {
  store: at(1, few).database - read,
  read,
  frame: at(1, few).replica - few * write,
  write,
};
console.log('\ndemands, µs of processor time', JSON.stringify({ callDemand, eventDemand }, null, 1));

const off = (predicted: number, measured: number): string => `${(100 * (predicted / measured - 1)).toFixed(0)} %`;
const cell = (value: number | string): string => (typeof value === 'string' ? value : value.toFixed(1)).padStart(11);
interface Costs {
  readonly replica: number;
  readonly database: number;
}
/** Both costs, each as measured, by the model, and its error. */
const cellsOf = (measured: Costs, model: Costs): string =>
  (['replica', 'database'] as const)
    .flatMap((place) => [measured[place], model[place], off(model[place], measured[place])])
    .map(cell)
    .join('');
console.log('\nkeyed calls, µs a call           replica                          database');
console.log('replicas  each  batch' + ['measured', 'model', 'off', 'measured', 'model', 'off'].map(cell).join(''));
for (const [count, runs] of calls) {
  for (const { connections, batch, replica, database } of runs) {
    const model = callCost(callDemand, connections * count, count);
    const cells = cellsOf({ replica, database }, model);
    console.log(
      `${String(count).padStart(8)}${String(connections).padStart(6)}${batch.toFixed(1).padStart(7)}${cells}`,
    );
  }
}
console.log('\nevents, µs an event              replica                          database');
for (const [name, { replica, database }] of events) {
  const [count, perReplica] = name.split(' ').map(Number) as [number, number];
  const model = eventCost(eventDemand, count, perReplica * count);
  const cells = cellsOf({ replica, database }, model);
  console.log(`${String(count).padStart(8)}${String(perReplica).padStart(6)}${''.padStart(7)}${cells}`);
}

/** A day with ten thousand active keys, as the base: figures of a load, not of a measurement. */
const BASE = { calls: 500, connections: 32, events: 2, streams: 200 };
console.log(`\nthe base ${JSON.stringify(BASE)}; Postgres on 8 processors, replicas below 70 % busy`);
for (const times of [1, 10, 100, 1000]) {
  const load = {
    calls: BASE.calls * times,
    connections: BASE.connections * times,
    events: BASE.events * times,
    streams: BASE.streams * times,
  };
  let count = 1;
  while (count < 4096 && stations({ calls: callDemand, events: eventDemand }, load, count, 8)[0]!.utilisation > 0.7)
    count++;
  const [replica, database] = stations({ calls: callDemand, events: eventDemand }, load, count, 8);
  console.log(
    `${String(times).padStart(6)} x  ${count} replicas at ${(100 * replica!.utilisation).toFixed(0)} %, Postgres at ${(100 * database!.utilisation).toFixed(1)} %`,
  );
}
