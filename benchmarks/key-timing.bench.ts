/**
 * Does the time that a key takes to be refused depend on the key? Kinds of wrong keys in random order over one
 * connection, against keys that never existed; a second batch of those shows the noise of the machine.
 *
 * The distance is Kolmogorov-Smirnov's: the largest difference between two distributions of times. It is printed with
 * its critical value at 1 %.
 */

import { once } from 'node:events';
import { connect } from 'node:net';
import { randomBytes, randomInt } from 'node:crypto';
import { start } from './http/process.ts';

const CALLS = Number(process.env['CALLS'] ?? 1500);
const host = await start('http/host.ts', 'keyed');
const api = `${host.url}/api/v1`;

async function mint(email: string): Promise<string> {
  const answer = await fetch(`${api}/auth/keys`, { method: 'POST', body: JSON.stringify({ email }) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the contract
  return ((await answer.json()) as { api_key: string }).api_key;
}
const live = await mint('live@example.org');
const revoked = await mint('revoked@example.org');
await fetch(`${api}/auth/keys`, { method: 'DELETE', headers: { 'x-api-key': revoked } });

const random = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);
const start8 = live.slice(0, 8);
const KINDS: Readonly<Record<string, () => string>> = {
  'never made': () => start8 + random(32),
  'never made, again': () => start8 + random(32),
  'all but the last character right': () => live.slice(0, -1) + (live.endsWith('A') ? 'B' : 'A'),
  'first half right': () => live.slice(0, 24) + random(16),
  'no prefix': () => random(40),
  revoked: () => revoked,
};

const { hostname, port } = new URL(host.url);
const socket = connect({ host: hostname, port: Number(port), noDelay: true });
await once(socket, 'connect');
async function timeOf(key: string): Promise<number> {
  const began = process.hrtime.bigint();
  socket.write(`GET /api/v1/auth/keys/me HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  if (!chunk.includes('HTTP/1.1 401')) throw new Error(chunk.toString());
  return Number(process.hrtime.bigint() - began) / 1000;
}

const times = new Map(Object.keys(KINDS).map((kind) => [kind, [] as number[]]));
try {
  const names = Object.keys(KINDS);
  for (let i = 0; i < 300; i++) await timeOf(KINDS[names[i % names.length]!]!());
  for (let i = 0; i < CALLS * names.length; i++) {
    const kind = names[randomInt(names.length)]!;
    times.get(kind)!.push(await timeOf(KINDS[kind]!()));
  }
} finally {
  socket.destroy();
  await host.stop();
}

/** Largest difference of two empirical distributions; both sorted. */
function distance(a: readonly number[], b: readonly number[]): number {
  let [i, j, most] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i]! <= b[j]!) i++;
    else j++;
    most = Math.max(most, Math.abs(i / a.length - j / b.length));
  }
  return most;
}

const sorted = [...times].map(([kind, all]) => [kind, all.sort((x, y) => x - y)] as const);
const base = sorted[0]![1];
const at = (all: readonly number[], share: number): string =>
  all[Math.floor(share * all.length)]!.toFixed(0).padStart(9);
console.log(
  `${'kind of key'.padEnd(36)}${['calls', 'p10 µs', 'median', 'p90'].map((x) => x.padStart(9)).join('')} distance critical`,
);
for (const [kind, all] of sorted) {
  const critical = 1.628 * Math.sqrt((all.length + base.length) / (all.length * base.length));
  console.log(
    `${kind.padEnd(36)}${String(all.length).padStart(9)}${at(all, 0.1)}${at(all, 0.5)}${at(all, 0.9)}` +
      `${distance(base, all).toFixed(3).padStart(9)}${critical.toFixed(3).padStart(9)}`,
  );
}
