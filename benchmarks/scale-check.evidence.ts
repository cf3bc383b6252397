/**
 * Two replicas of the built host with their Postgres (commits on disk), a balancer, and with and without Redis: calls as fast as
 * they are answered, then calls and streams at a rate while a replica is killed and started again. `npm run scale-check`; needs
 * Debian's `haproxy` and `redis-server`.
 *
 *     npm run scale-check -- [--seconds 40] [--rate 100] [--streams 200] [--write]
 *
 * `--write` writes the table into docs/evidence/scaling.md.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { runningUrl } from '../packages/store/src/embedded/running-url.ts';
import { freePort } from '../test/free-port.ts';
import { startRedis } from '../test/histories/stage/redis.ts';
import { eventually } from '../test/histories/stage/replica.ts';
import { between } from './goals/markers.ts';
import { start } from './http/process.ts';
import { makeKeys, openDatabase } from './scaling/bed.ts';
import type { Visit } from './scaling/visitors.ts';
import { lateAt, openCrowd } from './sse/crowds.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '40' },
    rate: { type: 'string', default: '100' },
    streams: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
});
const [seconds, rate, streams] = [Number(values.seconds), Number(values.rate), Number(values.streams)];
const DOCUMENT = 'docs/evidence/scaling.md';
const [CALLERS, READERS] = ['bg_live_visit_', 'bg_live_read_'];
/** Keys of callers: none meets its limit of 120 calls a minute. */
const KEYS = 6000;
const CONNECTIONS = 32;
const CLOSED_SECONDS = 10;
/** Events that are appended beside those of the hosts, ms from one to the next. */
const EVERY_MS = 200;
const PATIENCE_MS = 60_000;
const START_MS = 180_000;

const load = (): string => loadavg()[0]!.toFixed(1);
const folder = mkdtempSync(join(tmpdir(), 'barograph-scale-check-'));
chmodSync(folder, 0o711);

/** A balancer that sends calls to replicas in turn, and no more to one that is not ready. */
async function startBalancer(port: number, replicas: readonly number[]): Promise<() => Promise<unknown>> {
  const file = join(folder, `haproxy-${port}.cfg`);
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    '  option redispatch',
    '  retries 2',
    '  retry-on conn-failure empty-response',
    'frontend calls',
    `  bind 127.0.0.1:${port}`,
    '  default_backend replicas',
    'backend replicas',
    '  balance roundrobin',
    '  option httpchk GET /ready',
    '  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...replicas.map((replica) => `  server s${replica} 127.0.0.1:${replica}`),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn('/usr/sbin/haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  return async () => {
    child.kill();
    return ended;
  };
}

/** Starts a host without a nowcast and accounts, which take most of a start. @returns it once it is ready. */
async function startHost(port: number, environment: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const flags = [
    '--models',
    'none',
    '--positioning',
    'off',
    '--archive',
    'off',
    '--threads',
    '1',
    '--log-level',
    'error',
  ];
  const child = spawn(process.execPath, ['packages/host/dist/main.js', '--port', String(port), ...flags], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually('a host to be ready', START_MS, async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok);
  return child;
}

/** Ends a host. */
async function end(host: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(host, 'exit');
  host.kill(signal);
  await ended;
}

const sorted = (visits: readonly Visit[]): readonly number[] => visits.map(({ ms }) => ms).toSorted((a, b) => a - b);
const p99 = (visits: readonly Visit[]): string => {
  const all = sorted(visits);
  return all.length === 0 ? '–' : all[Math.min(all.length - 1, Math.floor(all.length * 0.99))]!.toFixed(0);
};

/** Errors of calls, by what came instead. */
function errorsOf(visits: readonly Visit[]): string {
  const failed = visits.flatMap(({ error }) => error ?? []);
  const kinds = [...new Set(failed)].map((kind) => `${failed.filter((one) => one === kind).length} × ${kind}`);
  return failed.length === 0 ? '0' : `${failed.length} (${kinds.join(', ')})`;
}

/** Runs one mode. @returns the cells of its row. */
async function check(databaseUrl: string, redisUrl: string | undefined): Promise<readonly (string | number)[]> {
  const began = load();
  const worker = await start('scaling/worker.ts', databaseUrl, folder, redisUrl ?? '');
  const database = new Client(databaseUrl);
  await database.connect();
  await makeKeys(database, CALLERS, KEYS);
  await makeKeys(database, READERS, streams);
  const ports = [await freePort(), await freePort()];
  const environment = { DATABASE_URL: databaseUrl, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) };
  const hosts: ChildProcess[] = [];
  for (const port of ports) hosts.push(await startHost(port, environment));
  const front = await freePort();
  const stopBalancer = await startBalancer(front, ports);
  const url = `http://127.0.0.1:${front}/api/v1/stream`;
  await eventually('the balancer to serve', PATIENCE_MS, async () => (await fetch(url)).status !== 503);
  const visitors = await start('scaling/visitors.ts', `${url}/recent?limit=1`, CALLERS, String(KEYS));
  // A key each: places of a dead replica count for 45 s, so that a key with all of its three open would wait.
  const crowd = await openCrowd(url, 1, READERS, streams, 1);
  await crowd.open(streams);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what visitors answer
  const visit = async (asked: object): Promise<readonly Visit[]> => (await visitors.ask(asked)) as readonly Visit[];

  await visit({ connections: CONNECTIONS, seconds: CLOSED_SECONDS / 2 });
  const closed = await visit({ connections: CONNECTIONS, seconds: CLOSED_SECONDS });
  await crowd.ask({ reset: true });
  const paced = visit({ perSecond: rate, seconds });
  const appended = worker.ask({ append: (seconds * 1000) / EVERY_MS, each: 1, everyMs: EVERY_MS });
  await wait((seconds * 1000) / 4);
  const calm = await crowd.ask({});
  await crowd.ask({ reset: true });
  const killed = Date.now();
  await end(hosts[0]!, 'SIGKILL');
  await eventually('all streams to be open again', PATIENCE_MS, async () => (await crowd.ask({})).open === streams);
  const reopened = (Date.now() - killed) / 1000;
  await wait(Math.max(0, (seconds * 1000) / 4 - reopened * 1000));
  const restarted = Date.now();
  hosts[0] = await startHost(ports[0]!, environment);
  const visits = await paced;
  await appended;
  const { rows } = await database.query<{ last: string }>('select last_id as last from event_counter');
  const last = Number(rows[0]!.last);
  await eventually('all events to be read', PATIENCE_MS, async () => (await crowd.ask({})).least >= last);
  const seen = await crowd.ask({});
  const within = (from: number, to: number): readonly Visit[] => visits.filter(({ at }) => at >= from && at < to);
  const perSecond = closed.filter(({ error }) => error === undefined).length / CLOSED_SECONDS;

  for (const one of [visitors, crowd, worker]) await one.stop();
  await stopBalancer();
  for (const host of hosts) await end(host, 'SIGTERM');
  await database.end();
  return [
    redisUrl === undefined ? 'Postgres alone' : '`--redis-url`',
    `${perSecond.toFixed(0)}, ${errorsOf(closed)}`,
    `${visits.length.toLocaleString('en')}, ${errorsOf(visits)}`,
    `${p99(within(0, killed))} / ${p99(within(killed, restarted))} / ${p99(within(restarted, Infinity))}`,
    `${lateAt(calm, 0.99)} / ${lateAt(seen, 0.99)}`,
    reopened.toFixed(1),
    `${(calm.messages + seen.messages).toLocaleString('en')}, ${calm.missed + seen.missed} / ${calm.doubled + seen.doubled}`,
    `${began} to ${load()}`,
  ];
}

const store = await openDatabase(folder);
const base = (await runningUrl(folder))!;
const redis = await startRedis(folder, await freePort());
const rows: string[] = [];
for (const redisUrl of [undefined, redis.url]) {
  const url = new URL(base);
  url.pathname = redisUrl === undefined ? '/scale' : '/scale_redis';
  await store.pool.query(`create database ${url.pathname.slice(1)}`);
  rows.push(`| ${(await check(url.href, redisUrl)).join(' | ')} |`);
  console.log(rows.at(-1));
}
const lines = [
  `| ${new Date().toISOString().slice(0, 10)} | calls/s at ${CONNECTIONS} connections, errors | calls at ${rate}/s, errors | p99 of a call before the kill / until the restart / after, ms | p99 of an event to ${streams} streams before / after the kill, ms | all streams open again, s | events, lost / doubled | load |`,
  '|---|---|---|---|---|---:|---|---|',
  ...rows,
];
console.log(`\n${lines.join('\n')}`);
if (values.write) writeFileSync(DOCUMENT, between(readFileSync(DOCUMENT, 'utf8'), 'scale-check', lines));
await redis.stop();
await store.close();
rmSync(folder, { recursive: true });
