/**
 * kill -9 in the middle of writes: on the host, and on the database's postmaster. Nothing that was acknowledged is lost:
 * no key, no counted call, no event; ids stay monotone, and the rows resume to the same labels.
 */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../packages/host/src/store/test-support.ts';
import { call, startHost, type HostProcess } from './host-process.ts';

/** Two hundred in the long version, half of each kind. */
const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 200 : 4;
/** Rows stand still: the clock of this replay does not move. */
const FLAGS = ['--from', '2025-06-01', '--speed', '0'];

let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => rm(folder, { recursive: true }));

const postmaster = (): number =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

interface Acknowledged {
  /** Calls that were answered by 200, per key. */
  readonly calls: Map<string, number>;
}

/** Makes keys and calls until something breaks; remembers what was acknowledged. */
async function write(url: string, round: number, { calls }: Acknowledged, stopped: { is: boolean }): Promise<void> {
  for (let i = 0; !stopped.is; i++) {
    try {
      const body = JSON.stringify({ email: `crash-${round}-${i}-${Math.round(performance.now() * 1000)}@example.org` });
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
      const made = await call(`${url}/api/v1/auth/keys`, undefined, init);
      if (made.status >= 300) continue;
      const key = (made.body as { api_key: string }).api_key;
      calls.set(key, 0);
      for (let n = 1; n <= 3; n++) {
        const answer = await call(`${url}/api/v1/perpdex/candles?limit=1`, key);
        if (answer.status === 200) calls.set(key, n);
      }
    } catch {
      await wait(5); // the host is gone, or comes back
    }
  }
}

async function labels(host: HostProcess, key: string): Promise<unknown> {
  const { body } = await call(`${host.url}/api/v1/indicators/signum-rgg?sort=symbol&limit=1000`, key);
  return (body as { items: { symbol: string; color: string; days_in_color: number }[] }).items;
}

describe('a crash', () => {
  it(`of host or database loses nothing that was acknowledged, ${ROUNDS} times`, async () => {
    const acknowledged: Acknowledged = { calls: new Map() };
    let host = await startHost(['--data-dir', folder, ...FLAGS]);
    const devKey = readFileSync(join(folder, 'dev-key'), 'utf8').trim();
    const before = await labels(host, devKey);
    let lastId = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const stopped = { is: false };
      const writers = Array.from({ length: 4 }, async () => write(host.url, round, acknowledged, stopped));
      await wait(150 + (round % 7) * 20);
      if (round % 2 === 0) {
        await host.kill();
        stopped.is = true;
        await Promise.all(writers);
        host = await startHost(['--data-dir', folder, ...FLAGS]);
      } else {
        process.kill(postmaster(), 'SIGKILL');
        await wait(200);
        stopped.is = true;
        await Promise.all(writers);
        for (let i = 0; i < 200 && (await call(`${host.url}/api/v1/auth/keys/me`, devKey)).status !== 200; i++)
          await wait(50);
      }
      const { body } = await call(`${host.url}/api/v1/stream/recent?limit=1`, devKey);
      const { last_id: id } = body as { last_id: number };
      expect(id).toBeGreaterThanOrEqual(lastId);
      lastId = id;
    }
    expect(acknowledged.calls.size).toBeGreaterThan(ROUNDS);
    for (const [key, calls] of acknowledged.calls) {
      const { status, body } = await call(`${host.url}/api/v1/auth/keys/me`, key);
      expect(status).toBe(200);
      // What was counted without an answer that reached us may be there too.
      const { requests_today: counted } = body as { requests_today: number };
      expect(counted).toBeGreaterThanOrEqual(calls);
      expect(counted).toBeLessThanOrEqual(4);
    }
    await wait(60_000 - (Date.now() % 60_000) < 2000 ? 2500 : 0);
    expect(await labels(host, devKey)).toEqual(before);
    expect(await host.stop()).toBe(0);
  });
});
