/** Kills a host or its database (kill -9) while clients write, and records what was acknowledged. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { call, NO_MODEL, type HostProcess } from './host-process.ts';

/** Counted calls that a writer makes with each of its keys. */
const CALLS_PER_KEY = 3;
/** Maximum time of a round, which waits for a start of the host or database. */
export const ROUND_MS = 30_000;

/** Flags of a host whose clock begins at a moment and runs at a speed. */
export const crashFlags = (folder: string, from: number, speed: number): readonly string[] => [
  '--data-dir',
  folder,
  '--from',
  String(from),
  '--speed',
  String(speed),
  ...NO_MODEL,
  '--mints-per-network',
  '1000000',
  '--mints-per-hour',
  '1000000',
];

/** Writes acknowledged to the writers of a round. */
interface Acknowledged {
  /** Calls that were answered by 200, per key. */
  readonly calls: Map<string, number>;
}

/** Acknowledged key, with bounds of its counted calls on the UTC day of its creation. */
export interface Key {
  readonly key: string;
  readonly day: number;
  /** Calls answered by 200: none may be missing. */
  least: number;
  /** Calls sent: a call may be counted although its answer was lost. */
  most: number;
}

const today = (): number => Math.floor(Date.now() / 86_400_000);

/** Creates keys and sends calls until a failure; records acknowledgements. */
async function write(url: string, round: number, { calls }: Acknowledged, stopped: { is: boolean }): Promise<void> {
  for (let i = 0; !stopped.is; i++) {
    try {
      const body = JSON.stringify({ email: `crash-${round}-${i}-${Math.round(performance.now() * 1000)}@example.org` });
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
      const reply = await call(`${url}/api/v1/auth/keys`, undefined, init);
      if (reply.status >= 300) continue;
      const key = (reply.body as { api_key: string }).api_key;
      calls.set(key, 0);
      for (let n = 1; n <= CALLS_PER_KEY; n++) {
        const answer = await call(`${url}/api/v1/perpdex/candles?limit=1`, key);
        if (answer.status === 200) calls.set(key, n);
      }
    } catch {
      await wait(5); // the host is down or restarting
    }
  }
}

/** Checks that no acknowledgement is lost: each key exists with its answered calls. The check itself is a call. */
export async function expectKept(host: HostProcess, keys: readonly Key[]): Promise<void> {
  for (const key of keys) {
    key.most++;
    const { status, body } = await call(`${host.url}/api/v1/auth/keys/me`, key.key);
    expect(status).toBe(200);
    key.least++;
    const { requests_today: counted } = body as { requests_today: number };
    expect(counted).toBeLessThanOrEqual(key.most);
    // Counts reset at midnight.
    if (key.day === today()) expect(counted).toBeGreaterThanOrEqual(key.least);
  }
}

/** A round of a test. */
export interface Round {
  readonly host: HostProcess;
  readonly devKey: string;
  readonly folder: string;
  /** Even rounds kill the host, odd ones the postmaster of its database. */
  readonly round: number;
  /** Starts the host again. */
  readonly start: () => Promise<HostProcess>;
}

/** Kills host or postmaster in the middle of writes. @returns the host that goes on, and the keys that were acknowledged. */
export async function crash({
  host,
  devKey,
  folder,
  round,
  start,
}: Round): Promise<{ readonly host: HostProcess; readonly fresh: readonly Key[] }> {
  const stopped = { is: false };
  const acknowledged: Acknowledged = { calls: new Map() };
  const day = today();
  const writers = Array.from({ length: 4 }, async () => write(host.url, round, acknowledged, stopped));
  await wait(150 + (round % 7) * 20);
  // On a busy machine there may be no acknowledgement yet, and a crash would test nothing.
  for (let i = 0; i < 1000 && acknowledged.calls.size === 0; i++) await wait(10);
  if (round % 2 === 0) await host.kill();
  else {
    process.kill(Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await wait(200);
  }
  stopped.is = true;
  await Promise.all(writers);
  const goesOn = round % 2 === 0 ? await start() : host;
  for (let i = 0; i < 200 && (await call(`${goesOn.url}/api/v1/auth/keys/me`, devKey)).status !== 200; i++)
    await wait(50);
  const fresh = [...acknowledged.calls].map(([key, least]): Key => ({ key, day, least, most: CALLS_PER_KEY }));
  return { host: goesOn, fresh };
}
