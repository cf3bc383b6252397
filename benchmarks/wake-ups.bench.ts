/**
 * Commits a second of 16 connections with `fsync` on: plain, with NOTIFY inside the statement, and with a wake-up after the
 * commit; in turns of one run. Then the time from the call of an append to its event at a socket of another process.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { runningUrl } from '../packages/store/src/embedded/running-url.ts';
import { createLog } from '../packages/store/src/log.ts';
import { openStore } from '../packages/store/src/open-store.ts';
import { sample } from '../packages/host/test/stream/samples.ts';
import { createWakeUps, notifying } from '../packages/store/src/wake-ups.ts';
import { start } from './http/process.ts';

const CONNECTIONS = Number(process.env['CONNECTIONS'] ?? 16);
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const SLICE_MS = Number(process.env['SLICE_MS'] ?? 1000);
const EVENTS = Number(process.env['EVENTS'] ?? 400);

const dataDir = mkdtempSync(join(tmpdir(), 'barograph-wake-ups-'));
chmodSync(dataDir, 0o711);
const opened = await openStore({ dataDir, log: createLog('error') });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;
const { rows } = await store.pool.query<{ fsync: string }>('show fsync');
await store.pool.query('create table commits (id bigserial primary key, text text)');
const clients = Array.from({ length: CONNECTIONS }, () => store.client());
for (const client of clients) await client.connect();
const { wake } = createWakeUps(notifying(store.listener), createLog('error'));
// A listener exists, so that notifications are delivered.
let heard = 0;
store.listener.on('snapshots', () => heard++);

const insert = `insert into commits (text) values ('x') returning id`;
const inside = `with row as (${insert}) select pg_notify('barograph_snapshots', 'name') from row`;
type Way = 'plain' | 'inside' | 'after';
const WAYS: readonly Way[] = ['plain', 'inside', 'after'];

/** Commits a second of one way. */
async function commits(way: Way): Promise<number> {
  const began = performance.now();
  let count = 0;
  const loop = async (client: (typeof clients)[number]): Promise<void> => {
    while (performance.now() - began < SLICE_MS) {
      await client.query(way === 'inside' ? inside : insert);
      if (way === 'after') void wake('snapshots', 'name');
      count++;
    }
  };
  await Promise.all(clients.map(loop));
  return (count * 1000) / (performance.now() - began);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
console.log(`${CONNECTIONS} connections, fsync ${rows[0]!.fsync}, ${ROUNDS} rounds; load ${loadavg()[0]}`);
const rates = new Map(WAYS.map((way) => [way, [] as number[]]));
for (const way of WAYS) await commits(way);
for (let round = 0; round < ROUNDS; round++) {
  for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) rates.get(way)!.push(await commits(way));
}
const plain = rates.get('plain')!;
for (const way of WAYS) {
  const ratios = rates.get(way)!.map((rate, i) => rate / plain[i]!);
  console.log(
    `${way.padEnd(8)}${median(rates.get(way)!).toFixed(0).padStart(7)} commits a second${median(ratios).toFixed(2).padStart(7)} of plain` +
      ` (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}
console.log(`${heard} wake-ups heard`);
for (const client of clients) await client.end();

const KEY = 'bg_live_wake_ups';
const databaseUrl = (await runningUrl(dataDir))!;
await store.pool.query(`insert into keys (id, hash, prefix, tier, created_at) values ('k', $1, 'k', 'pro_plus', $2)`, [
  createHash('sha256').update(KEY).digest('hex'),
  Date.now(),
]);
const replica = await start('scaling/replica.ts', databaseUrl, dataDir);
const times: number[] = [];
let arrived: (at: number) => void = () => undefined;
const socket = get(replica.url, { headers: { 'x-api-key': KEY } }, (answer) => {
  if (answer.statusCode !== 200) throw new Error(`the stream answered ${answer.statusCode}`);
  answer.on('data', (chunk: Buffer) => {
    if (chunk.includes('data:')) arrived(performance.now());
  });
});
await new Promise((resolve) => socket.once('response', resolve));
for (let i = 0; i < EVENTS; i++) {
  const next = new Promise<number>((resolve) => void (arrived = resolve));
  const began = performance.now();
  await store.events.append([sample(i)]);
  const took = (await next) - began;
  if (i >= 20) times.push(took);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
}
const sorted = times.toSorted((a, b) => a - b);
const at = (part: number): string => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1);
console.log(
  `append to another replica's socket, ${times.length} events: p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}; load ${loadavg()[0]}`,
);
socket.destroy();
await replica.stop();
await store.close();
rmSync(dataDir, { recursive: true });
