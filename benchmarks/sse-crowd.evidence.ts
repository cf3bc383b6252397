/**
 * Streams of one replica over its Postgres with commits on disk: more and more clients, in processes of their own, and the time
 * from an append to each client. With all of them open, slow readers are cut and all clients reconnect at once. Linux only, and
 * `ulimit -n` must allow a descriptor a client.
 *
 *     node --conditions=source --import tsx benchmarks/sse-crowd.evidence.ts [--clients 1000,2500,5000,10000] [--seconds 20] [--write]
 *
 * `--write` writes the table into docs/evidence/scaling.md.
 */

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningUrl } from '../packages/store/src/embedded/running-url.ts';
import { between } from './goals/markers.ts';
import { start } from './http/process.ts';
import { childrenOf, makeKeys, openDatabase } from './scaling/bed.ts';
import { readingOf, usedBetween, type Reading } from './scaling/processor.ts';
import { lateAt, openCrowd, type Seen } from './sse/crowds.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000,2500,5000,10000' },
    seconds: { type: 'string', default: '20' },
    processes: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.clients.split(',').map(Number);
const [seconds, processes] = [Number(values.seconds), Number(values.processes)];
const most = Math.max(...sizes);
const DOCUMENT = 'docs/evidence/scaling.md';
/** Events a second, as in the base load of the forecast. */
const PER_SECOND = 2;
const GOAL_MS = 250;
const SLOW = 20;
/** Streams that a key may have open (`STREAM_LEASE_V2` of the host). */
const PER_KEY = 3;
const [KEY, SLOW_KEY] = ['bg_live_crowd_', 'bg_live_slow_'];
/** Interval of pings of a host, each of which renews the place of a stream. */
const PING_MS = 15_000;
/** Events that slow readers do not read: more than the 4 MB that the system buffers of a connection, and the queue of a stream. */
const BURSTS = 100;
const BURST = 500;
/** Events of a reconnect. */
const MISSED = 20;
const PATIENCE_MS = 180_000;

const load = (): string => loadavg()[0]!.toFixed(1);
const dataDir = mkdtempSync(join(tmpdir(), 'barograph-crowd-'));
chmodSync(dataDir, 0o711);
const store = await openDatabase(dataDir);
const databaseUrl = (await runningUrl(dataDir))!;
const keys = Math.ceil(most / processes / PER_KEY) + 1;
await makeKeys(store.pool, KEY, processes * keys);
await makeKeys(store.pool, SLOW_KEY, SLOW);
const replica = await start('scaling/replica.ts', databaseUrl, dataDir, '', String(PING_MS));
const worker = await start('scaling/worker.ts', databaseUrl, dataDir);
// Clients read one type of event, slow readers the other.
const crowd = await openCrowd(`${replica.url}?types=liquidation`, processes, KEY, keys, PER_KEY);
const slow = await openCrowd(`${replica.url}?types=price_move`, 1, SLOW_KEY, SLOW, 1);
const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${replica.pid}/status`, 'utf8'))![1]) / 1024;
const ROLES = ['replica', 'Postgres', 'clients'] as const;
/** Processor time so far, by role. */
const usedNow = (): Reading =>
  readingOf(
    new Map<number, (typeof ROLES)[number]>([
      [replica.pid, 'replica'],
      ...childrenOf(postmaster).map((pid) => [pid, 'Postgres'] as const),
      ...crowd.pids.map((pid) => [pid, 'clients'] as const),
    ]),
  );

/** Appends liquidations one by one for some seconds. @returns what clients saw, how many messages they lack, and busy processors. */
async function paced(
  clients: number,
  lasting: number,
): Promise<Seen & { readonly lost: number; readonly busy: number[] }> {
  const events = lasting * PER_SECOND;
  await crowd.ask({ reset: true });
  const [before, began] = [usedNow(), performance.now()];
  await worker.ask({ append: events, each: 1, everyMs: 1000 / PER_SECOND, type: 'liquidation' });
  const took = (performance.now() - began) / 1000;
  const spent = usedBetween(before, usedNow());
  const busy = ROLES.map((role) => (spent.get(role)?.used ?? 0) / 1e6 / took);
  let seen = await crowd.ask({});
  for (const until = performance.now() + 5000; performance.now() < until && seen.messages < clients * events;) {
    await wait(200);
    seen = await crowd.ask({});
  }
  return { ...seen, lost: clients * events - (seen.messages - seen.doubled), busy };
}

/** Waits until something holds. @returns s. */
async function until(what: string, holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
    await wait(100);
  }
  return (performance.now() - began) / 1000;
}

const two = (value: number): string => value.toFixed(2);
const rows: string[] = [];
const found: [clients: number, p99: number][] = [];
const empty = memory();
console.log(`load ${load()}; the replica without clients ${empty.toFixed(0)} MB`);
// Code that V8 has not compiled yet.
await worker.ask({ append: 300, each: 1, everyMs: 3, type: 'liquidation' });
let open = 0;
for (const clients of sizes.toSorted((a, b) => a - b)) {
  const began = performance.now();
  const opened = await crowd.open(clients - open);
  open = clients;
  const opening = (performance.now() - began) / 1000;
  await paced(clients, 5);
  const seen = await paced(clients, seconds);
  const p99 = lateAt(seen, 0.99);
  found.push([clients, p99]);
  const [host = NaN, database = NaN, callers = NaN] = seen.busy;
  const each = ((memory() - empty) * 1024) / clients;
  const cells = [lateAt(seen, 0.5), p99, lateAt(seen, 1), two(host), two(database), two(callers), each.toFixed(0)];
  rows.push(
    `| ${[clients.toLocaleString('en'), opening.toFixed(0), opened.refused, ...cells, seen.lost, seen.doubled, load()].join(' | ')} |`,
  );
  console.log(rows.at(-1));
}

await slow.open(SLOW);
await slow.ask({ reset: true });
await slow.ask({ reads: false });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a replica answers
const streams = async (): Promise<number> => ((await replica.ask({})) as { open: number }).open;
const bursts = worker.ask({ append: BURSTS, each: BURST, everyMs: 250, type: 'price_move' });
const cutting = await until('slow readers cut', async () => (await streams()) <= most);
await bursts;
await slow.ask({ reads: true });
const lastId = (await store.events.bounds()).lastId;
const resuming = await until('slow readers at the end', async () => (await slow.ask({})).least === lastId);
const cut = await slow.ask({});
const lines = [
  `${SLOW} slow readers were cut ${cutting.toFixed(1)} s after a burst of ${(BURSTS * BURST).toLocaleString('en')} events began (${cut.ended} connections ended), and had all events ${resuming.toFixed(1)} s after they read again; ${cut.missed} events lost, ${cut.doubled} doubled; load ${load()}.`,
];

await crowd.ask({ reset: true });
await crowd.ask({ drop: true });
const during = worker.ask({ append: MISSED, each: 1, everyMs: 1000 / PER_SECOND, type: 'liquidation' });
const back = await until('all clients back', async () => (await crowd.ask({})).open === most);
await during;
const newest = (await store.events.bounds()).lastId;
await until('all clients at the end', async () => (await crowd.ask({})).least === newest);
const after = await crowd.ask({});
lines.push(
  `A reconnect of all ${most.toLocaleString('en')} at once took ${back.toFixed(1)} s, ${after.refused} attempts refused; ${most * MISSED - (after.messages - after.doubled)} events of ${MISSED} a client lost, ${after.doubled} doubled; load ${load()}.`,
);
const met = found.findLast(([, p99]) => p99 < GOAL_MS)?.[0];
lines.push(
  `Most clients with p99 below ${GOAL_MS} ms: ${met === undefined ? 'none of these' : met.toLocaleString('en')}.`,
);

const table = [
  '| clients | opened in, s | refused at first | p50, ms | p99 | most | processors: replica | Postgres | clients | kB a client | lost | doubled | load |',
  '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...rows,
  '',
  lines.join(' '),
];
console.log(`\n${table.join('\n')}`);
if (values.write) writeFileSync(DOCUMENT, between(readFileSync(DOCUMENT, 'utf8'), 'scale-streams', table));
for (const one of [slow, crowd, replica, worker]) await one.stop();
await store.close();
rmSync(dataDir, { recursive: true });
