/**
 * kill -9 in the middle of writes: on the host, and on the database's postmaster. Nothing that was acknowledged is lost:
 * no key, no counted call, no event; ids stay monotone, and the rows resume to the same labels.
 *
 * The long version reports progress. With `BAROGRAPH_CRASH_DIR` it resumes an interrupted run from the database and journal
 * in that folder, and still checks everything acknowledged earlier.
 *
 *     BAROGRAPH_FULL=1 BAROGRAPH_CRASH_DIR=/var/tmp/crash npx vitest run test/crash.ci.test.ts
 *
 * `BAROGRAPH_CRASH_ROUNDS` asks for another number of rounds.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { createClient } from '../packages/store/src/connection.ts';
import { runningUrl } from '../packages/store/src/embedded/running-url.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { temporaryFolder } from '../packages/store/test/test-support.ts';
import { crash, crashFlags, expectKept, ROUND_MS, type Key } from './crashes.ts';
import { readEvents, type Came, type EventReader } from './event-reader.ts';
import { BUILT, call, isWarming, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';
import { runCommand } from './run-command.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
/** 200 rounds in the long version, half of each kind. */
const ROUNDS = Number(process.env['BAROGRAPH_CRASH_ROUNDS'] ?? (FULL ? 200 : 2));
const EVENT_ROUNDS = Number(process.env['BAROGRAPH_CRASH_ROUNDS'] ?? (FULL ? 30 : 1));
/** Three months give enough days for a colour. */
const FROM = Date.UTC(2024, 3, 1);

const kept = process.env['BAROGRAPH_CRASH_DIR'];
let folder = '';
let host: HostProcess | undefined;
beforeAll(async () => {
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  folder = kept ?? (await temporaryFolder());
  await prepareCluster(folder);
});
afterAll(async () => {
  if (kept === undefined) await rm(folder, { recursive: true });
});
/** Stops a host that still uses the folder after a failure. */
async function ended(process: HostProcess | undefined): Promise<void> {
  if (process?.child.exitCode === null && process.child.signalCode === null) await process.stop();
}

/** Progress of a run, for the run that resumes it. */
interface Journal {
  /** Completed rounds. */
  readonly rounds: number;
  readonly lastId: number;
  /** The rows before the first round. */
  readonly before: unknown;
  readonly keys: readonly Key[];
}
const journalPath = (): string => join(folder, 'crash-journal.json');
const readJournal = (): Journal | undefined =>
  existsSync(journalPath()) ? (JSON.parse(readFileSync(journalPath(), 'utf8')) as Journal) : undefined;

/** Writes atomically: this process may also be killed at any time. */
function writeJournal(journal: Journal): void {
  writeFileSync(`${journalPath()}.new`, JSON.stringify(journal));
  renameSync(`${journalPath()}.new`, journalPath());
}

async function labels(host: HostProcess, key: string): Promise<unknown> {
  const { body } = await call(`${host.url}/api/v1/indicators/signum-rgg?sort=symbol&limit=1000`, key);
  return (body as { items: { symbol: string; color: string; days_in_color: number }[] }).items;
}

describe('a crash', () => {
  afterAll(async () => ended(host));
  it(
    `of host or database loses nothing that was acknowledged, ${ROUNDS} times`,
    async () => {
      // Rows do not change because the replay clock is stopped.
      const start = async (): Promise<HostProcess> => startHost([...crashFlags(folder, FROM, 0), ...NO_ACCOUNTS]);
      host = await start();
      const devKey = readFileSync(join(folder, 'dev-key'), 'utf8').trim();
      const found = readJournal();
      const before = found?.before ?? (await labels(host, devKey));
      const keys = [...(found?.keys ?? [])];
      let lastId = found?.lastId ?? 0;
      const began = Date.now();
      for (let round = found?.rounds ?? 0; round < ROUNDS; round++) {
        const after = await crash({ host, devKey, folder, round, start });
        host = after.host;
        await expectKept(host, after.fresh);
        const id = await lastIdOf(host, devKey);
        expect(id).toBeGreaterThanOrEqual(lastId);
        lastId = id;
        keys.push(...after.fresh);
        writeJournal({ rounds: round + 1, lastId, before, keys });
        const seconds = Math.round((Date.now() - began) / 1000);
        process.stderr.write(`crash: ${round + 1} of ${ROUNDS} rounds, ${keys.length} keys, ${seconds} s\n`);
      }
      expect(keys.length).toBeGreaterThanOrEqual(ROUNDS);
      // If this process is killed during the calls, the run that resumes must allow for them.
      const keyStates = keys.map((key) => ({ ...key, most: key.most + 1 }));
      writeJournal({ rounds: ROUNDS, lastId, before, keys: keyStates });
      await expectKept(host, keys);
      await wait(60_000 - (Date.now() % 60_000) < 2000 ? 2500 : 0);
      expect(await labels(host, devKey)).toEqual(before);
      expect(await host.stop()).toBe(0);
    },
    120_000 + ROUNDS * ROUND_MS,
  );
});

/**
 * A replayed minute every three seconds: the two hours for which events are kept are six minutes, as long as a test of one
 * round may take. At a minute each half a second they were one minute, and a reader that came, or came back, after a start
 * of that length found the oldest events pruned.
 */
const SPEED = 20;
const MINUTE_MS = 60_000 / SPEED;
/** Streams of a host that died hold their places for 45 s. */
const READER_KEYS = 16;
const REPLAYED = ['type', 'symbol', 'ts', 'address', 'action'] as const;
const same = (event: Came): string => REPLAYED.map((field) => event[field]).join(' ');

async function lastIdOf({ url }: HostProcess, key: string): Promise<number> {
  const { body } = await call(`${url}/api/v1/stream/recent?limit=1`, key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation
  return (body as { readonly last_id: number }).last_id;
}

async function readerKeys(dataDir: string): Promise<readonly string[]> {
  const command = [
    built('packages/host/dist/main.js'),
    'key',
    'create',
    '--tier',
    'pro',
    '--count',
    String(READER_KEYS),
  ];
  const { stdout, stderr } = await runCommand(process.execPath, [...command, '--data-dir', dataDir]);
  const keys = stdout.match(/bg_live_[\w-]+/g) ?? [];
  expect(keys.length, stderr).toBe(READER_KEYS);
  return keys;
}

/** Every event that a reader received is in the log under the same id. */
async function expectTold({ url }: HostProcess, key: string, sent: readonly Came[]): Promise<void> {
  const { body } = await call(`${url}/api/v1/stream/recent?limit=500`, key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation
  const { events } = body as { readonly events: readonly Came[] };
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) {
    const match = sent[event.id - 1];
    if (match !== undefined) expect([match.id, same(match)]).toEqual([event.id, same(event)]);
  }
}

/** Checks that ids in the log have no gaps, independent of what a reader received. */
async function expectNumbered(dataDir: string): Promise<void> {
  const client = createClient((await runningUrl(dataDir))!);
  await client.connect();
  const { rows } = await client.query<{ count: number; ids: number; unused: number }>(
    `select count(*) as count, max(id) - min(id) + 1 as ids, (select last_id from event_counter) - max(id) as unused
      from events`,
  );
  await client.end();
  expect(rows[0]!.count).toBeGreaterThan(0);
  expect(rows[0]).toEqual({ count: rows[0]!.count, ids: rows[0]!.count, unused: 0 });
}

/** The longest gap between two events that a reader may see over a crash: a start on a busy machine, and a look at slots. */
const STANDSTILL_MS = ROUND_MS;

describe('a crash while events flow', () => {
  let streaming: HostProcess | undefined;
  let own = '';
  let reader: EventReader | undefined;
  beforeAll(async () => {
    own = await temporaryFolder();
  });
  afterAll(async () => {
    await reader?.close();
    await ended(streaming);
    await rm(own, { recursive: true });
  });

  it(
    `loses and doubles no event, key or call of a reader that goes on by Last-Event-ID, ${EVENT_ROUNDS} times`,
    async () => {
      const began = performance.now();
      // The replay's clock continues where the previous host's would be.
      const start = async (isWarm: boolean): Promise<HostProcess> => {
        const flags = crashFlags(own, FROM + Math.round((performance.now() - began) * SPEED), SPEED);
        return startHost(flags, {}, BUILT, isWarm);
      };
      // The reader connects before the first rows: events start with them.
      streaming = await start(false);
      const devKey = readFileSync(join(own, 'dev-key'), 'utf8').trim();
      reader = readEvents(() => streaming!.url, await readerKeys(own));
      const { events } = reader;
      const more = async (): Promise<number> => {
        const began = performance.now();
        const before = events.length;
        await expect.poll(() => events.length, { timeout: STANDSTILL_MS, interval: 20 }).toBeGreaterThan(before);
        return performance.now() - began;
      };
      await more();
      await expect.poll(async () => isWarming(streaming!.url), { timeout: 240_000 }).toBe(false);
      const keys: Key[] = [];
      const waits: number[] = [];
      for (let round = 0; round < EVENT_ROUNDS; round++) {
        await wait(((round % 10) / 10) * MINUTE_MS); // kills are spread over the minute and its work
        const after = await crash({
          host: streaming,
          devKey,
          folder: own,
          round: round + 1,
          start: async () => start(true),
        });
        streaming = after.host;
        // The new host takes over the dead host's work at once, without waiting for a lease to expire.
        waits.push(await more());
        await expectKept(streaming, after.fresh);
        keys.push(...after.fresh);
        await expectNumbered(own);
        expect(reader.gaps).toEqual([]);
        await expectTold(streaming, devKey, events);
        process.stderr.write(
          `crash: ${round + 1} of ${EVENT_ROUNDS} rounds with events, ${keys.length} keys, ${events.length} events, ` +
            `${reader.opened} streams opened, ${reader.refused} refused, events after ${Math.round(waits.at(-1)!)} ms, ` +
            `${Math.round((performance.now() - began) / 1000)} s\n`,
        );
      }
      await expectKept(streaming, keys);
      const last = await lastIdOf(streaming, devKey);
      await expect.poll(() => events.at(-1)?.id, { timeout: 60_000 }).toBeGreaterThanOrEqual(last);
      // One connection, and one more for each host that was killed.
      expect(reader.opened).toBeGreaterThan(Math.floor(EVENT_ROUNDS / 2));
      await reader.close();
      // The log numbers its events without a gap. Only the first that is not is shown: a difference of lists of this
      // length takes longer to write than the rounds.
      expect(events.find(({ id }, i) => id !== i + 1)).toBeUndefined();
      const known = new Set<string>();
      const again = events.filter((event) => known.size === known.add(same(event)).size);
      expect(again.slice(0, 10)).toEqual([]);
      expect(await streaming.stop()).toBe(0);
    },
    300_000 + EVENT_ROUNDS * (STANDSTILL_MS + ROUND_MS),
  );
});
