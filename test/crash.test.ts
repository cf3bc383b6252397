/**
 * kill -9 in the middle of writes: on the host, and on the database's postmaster. Nothing that was acknowledged is lost:
 * no key, no counted call, no event; ids stay monotone, and the rows resume to the same labels.
 *
 * The long version takes a while, so it tells how far it is, and with a folder to keep (`BAROGRAPH_CRASH_DIR`) it goes on
 * where an interrupted run stopped: database and journal stand there. What was acknowledged before stays asked for.
 *
 *     BAROGRAPH_FULL=1 BAROGRAPH_CRASH_DIR=/var/tmp/crash npx vitest run test/crash.test.ts
 *
 * `BAROGRAPH_CRASH_ROUNDS` asks for another number of rounds.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../packages/host/test/store/test-support.ts';
import { call, NO_MODEL, startHost, type HostProcess } from './host-process.ts';

/** Two hundred in the long version, half of each kind. */
const ROUNDS = Number(process.env['BAROGRAPH_CRASH_ROUNDS'] ?? (process.env['BAROGRAPH_FULL'] === '1' ? 200 : 4));
/** Counted calls that a writer makes with each of its keys. */
const CALLS_PER_KEY = 3;
/** A round waits for a start of the host or the database, on whatever machine. */
const ROUND_MS = 30_000;
/** Rows stand still: the clock of this replay does not move. Three months are days enough for a colour. */
const FLAGS = [
  '--from',
  '2024-04-01',
  '--speed',
  '0',
  ...NO_MODEL,
  '--mints-per-network',
  '1000000',
  '--mints-per-hour',
  '1000000',
];

const kept = process.env['BAROGRAPH_CRASH_DIR'];
let folder = '';
let host: HostProcess | undefined;
beforeAll(async () => {
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  folder = kept ?? (await temporaryFolder());
});
afterAll(async () => {
  // After a failure it would go on holding the folder.
  if (host?.child.exitCode === null && host.child.signalCode === null) await host.stop();
  if (kept === undefined) await rm(folder, { recursive: true });
});

const postmaster = (): number =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Writes acknowledged to the writers of a round. */
interface Acknowledged {
  /** Calls that were answered by 200, per key. */
  readonly calls: Map<string, number>;
}

/** A key that was acknowledged, and how many of its calls a host may have counted on the UTC day of their making. */
interface Key {
  readonly key: string;
  readonly day: number;
  /** Answered by 200: none of them may be missing. */
  least: number;
  /** Sent: what was counted without an answer that reached us may be there too. */
  most: number;
}

/** Progress of a run, for the run that resumes it. */
interface Journal {
  /** Rounds that are done. */
  readonly rounds: number;
  readonly lastId: number;
  /** The rows before the first round. */
  readonly before: unknown;
  readonly keys: readonly Key[];
}
const journalPath = (): string => join(folder, 'crash-journal.json');
const readJournal = (): Journal | undefined =>
  existsSync(journalPath()) ? (JSON.parse(readFileSync(journalPath(), 'utf8')) as Journal) : undefined;

/** Whole or not at all: this process, too, may be killed at any moment. */
function writeJournal(journal: Journal): void {
  writeFileSync(`${journalPath()}.new`, JSON.stringify(journal));
  renameSync(`${journalPath()}.new`, journalPath());
}

const today = (): number => Math.floor(Date.now() / 86_400_000);

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
      for (let n = 1; n <= CALLS_PER_KEY; n++) {
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

/** Nothing of what was acknowledged is lost: each key is there, with the calls that were answered. Asking is a call. */
async function expectKept(host: HostProcess, keys: readonly Key[]): Promise<void> {
  for (const one of keys) {
    one.most++;
    const { status, body } = await call(`${host.url}/api/v1/auth/keys/me`, one.key);
    expect(status).toBe(200);
    one.least++;
    const { requests_today: counted } = body as { requests_today: number };
    expect(counted).toBeLessThanOrEqual(one.most);
    // Counts begin anew at midnight.
    if (one.day === today()) expect(counted).toBeGreaterThanOrEqual(one.least);
  }
}

/** Kills host or postmaster in the middle of writes. @returns the host that goes on. */
async function crash(
  host: HostProcess,
  devKey: string,
  round: number,
  acknowledged: Acknowledged,
): Promise<HostProcess> {
  const stopped = { is: false };
  const writers = Array.from({ length: 4 }, async () => write(host.url, round, acknowledged, stopped));
  await wait(150 + (round % 7) * 20);
  // On a busy machine nothing may have been acknowledged by then: a crash would have nothing to lose.
  for (let i = 0; i < 1000 && acknowledged.calls.size === 0; i++) await wait(10);
  if (round % 2 === 0) {
    await host.kill();
    stopped.is = true;
    await Promise.all(writers);
    return startHost(['--data-dir', folder, ...FLAGS]);
  }
  process.kill(postmaster(), 'SIGKILL');
  await wait(200);
  stopped.is = true;
  await Promise.all(writers);
  for (let i = 0; i < 200 && (await call(`${host.url}/api/v1/auth/keys/me`, devKey)).status !== 200; i++)
    await wait(50);
  return host;
}

describe('a crash', () => {
  it(
    `of host or database loses nothing that was acknowledged, ${ROUNDS} times`,
    async () => {
      host = await startHost(['--data-dir', folder, ...FLAGS]);
      const devKey = readFileSync(join(folder, 'dev-key'), 'utf8').trim();
      const found = readJournal();
      const before = found?.before ?? (await labels(host, devKey));
      const keys = [...(found?.keys ?? [])];
      let lastId = found?.lastId ?? 0;
      const began = Date.now();
      for (let round = found?.rounds ?? 0; round < ROUNDS; round++) {
        const acknowledged: Acknowledged = { calls: new Map() };
        const day = today();
        host = await crash(host, devKey, round, acknowledged);
        const fresh = [...acknowledged.calls].map(([key, calls]): Key => ({
          key,
          day,
          least: calls,
          most: CALLS_PER_KEY,
        }));
        await expectKept(host, fresh);
        const { body } = await call(`${host.url}/api/v1/stream/recent?limit=1`, devKey);
        const { last_id: id } = body as { last_id: number };
        expect(id).toBeGreaterThanOrEqual(lastId);
        lastId = id;
        keys.push(...fresh);
        writeJournal({ rounds: round + 1, lastId, before, keys });
        const seconds = Math.round((Date.now() - began) / 1000);
        process.stderr.write(`crash: ${round + 1} of ${ROUNDS} rounds, ${keys.length} keys, ${seconds} s\n`);
      }
      expect(keys.length).toBeGreaterThanOrEqual(ROUNDS);
      // If this process is killed during the calls, the run that resumes must allow for them.
      const asked = keys.map((one) => ({ ...one, most: one.most + 1 }));
      writeJournal({ rounds: ROUNDS, lastId, before, keys: asked });
      await expectKept(host, keys);
      await wait(60_000 - (Date.now() % 60_000) < 2000 ? 2500 : 0);
      expect(await labels(host, devKey)).toEqual(before);
      expect(await host.stop()).toBe(0);
    },
    120_000 + ROUNDS * ROUND_MS,
  );
});
