/**
 * The database of a running host is frozen, killed, or stopped by its operator. The host stays alive and reports that it is
 * not ready; calls that need the store return 503 with Retry-After, never 500; the host recovers with the database.
 */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../packages/store/src/connection.ts';
import { embeddedBinaries } from '../packages/store/src/embedded/binaries.ts';
import { launch, type Server } from '../packages/store/src/embedded/launch.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { QUIET, temporaryFolder, valueOf } from '../packages/store/test/test-support.ts';
import { built } from '../packages/store/test/built.ts';
import { call, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';
import { AWAY, look, processesOf, SERVING, unexcused, until } from './outage.ts';
import { runCommand } from './run-command.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

/** A database may be frozen for as long as a virtual machine is moved. */
const FROZEN_MS = process.env['BAROGRAPH_FULL'] === '1' ? 120_000 : 6000;
const BACK_MS = 60_000;
/** The gate and readiness wait for the store for 2 s; a busy machine adds to it. */
const PATIENCE_MS = 4000;
const FLAGS = [
  '--from',
  '2024-04-01',
  '--speed',
  '0',
  ...NO_ACCOUNTS,
  '--mints-per-network',
  '1000000',
  '--mints-per-hour',
  '1000000',
];

let folder = '';
let host: HostProcess | undefined;
let frozen: readonly number[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  await prepareCluster(folder);
});
const signal = (to: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void => {
  for (const pid of to) process.kill(pid, name);
};
afterAll(async () => {
  signal(frozen, 'SIGCONT');
  if (host?.child.exitCode === null) await host.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Time of one call, ms. */
async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

describe('[12.8] the embedded database', () => {
  const cluster = (): string => join(folder, 'postgres');
  let key = '';
  beforeAll(async () => {
    host = await startHost(['--data-dir', folder, ...FLAGS]);
    key = readFileSync(join(folder, 'dev-key'), 'utf8').trim();
  });
  afterAll(async () => {
    expect(await host!.stop()).toBe(0);
  });

  it('frozen: health at once, readiness and calls 503 within their patience, and on as before', async () => {
    expect(await look(host!, key)).toEqual(SERVING);
    const { url } = host!;
    frozen = await processesOf(cluster());
    expect(frozen.length).toBeGreaterThan(5);
    signal(frozen, 'SIGSTOP');
    try {
      await wait(1500); // readiness is cached for a second
      const began = performance.now();
      while (performance.now() - began < FROZEN_MS) {
        const stranger = look(host!, key);
        const health = timed(call(`${url}/api/v1/health`, undefined, { method: 'HEAD' }));
        const ready = timed(call(`${url}/ready`));
        const keyed = timed(call(`${url}/api/v1/auth/keys/me`, key));
        expect(await health).toBeLessThan(1000);
        expect(await ready).toBeLessThan(PATIENCE_MS);
        expect(await keyed).toBeLessThan(PATIENCE_MS);
        expect(await stranger).toEqual(AWAY);
      }
    } finally {
      signal(frozen, 'SIGCONT');
      frozen = [];
    }
    expect(unexcused(await until(host!, key, SERVING, BACK_MS))).toEqual([]);
  });

  it.each([
    ['its postmaster', 1],
    ['every one of its processes', Infinity],
  ])('killed, %s: 503 until it was started again', async (_, count) => {
    signal((await processesOf(cluster())).slice(0, count), 'SIGKILL');
    const seen = new Set<string>();
    // The database may be back before readiness, cached for a second, is refreshed.
    const keyed = async (): Promise<string> => {
      const now = await look(host!, key);
      for (const [kind, answer] of Object.entries(now)) seen.add(`${kind} ${answer}`);
      return now.keyed;
    };
    await expect.poll(keyed, { timeout: BACK_MS, interval: 10 }).toBe(AWAY.keyed);
    for (const answer of await until(host!, key, SERVING, BACK_MS)) seen.add(answer);
    expect(unexcused(seen)).toEqual([]);
  });
});

describe('[12.8] a database that its operator stops and starts', () => {
  let server: Server;
  const start = async (port?: number): Promise<Server> =>
    valueOf(
      await launch({
        cluster: join(folder, 'operator'),
        binaries: valueOf(await embeddedBinaries()),
        log: QUIET,
        ...(port === undefined ? {} : { port }),
      }),
    );
  afterAll(async () => server.stop());

  it('is 503 to two replicas while it is stopped; both serve again, and remember', async () => {
    server = await start();
    const admin = createClient(server.url('postgres'));
    await admin.connect();
    await admin.query('create database operated');
    await admin.end();
    const databaseUrl = server.url('operated');
    const environment = { DATABASE_URL: databaseUrl };
    const replicas = await Promise.all([startHost(FLAGS, environment), startHost(FLAGS, environment)]);
    const command = [built('packages/host/dist/main.js'), 'key', 'create', '--tier', 'pro_plus'];
    const { stdout } = await runCommand(process.execPath, command, { environment: { DATABASE_URL: databaseUrl } });
    const key = /bg_live_[\w-]+/.exec(stdout)![0];
    for (const replica of replicas) expect(await look(replica, key)).toEqual(SERVING);
    await server.stop();
    const seen = new Set<string>();
    for (const replica of replicas) for (const answer of await until(replica, key, AWAY, 10_000)) seen.add(answer);
    await wait(2000);
    for (const replica of replicas) expect(await look(replica, key)).toEqual(AWAY);
    server = await start(server.port);
    for (const replica of replicas) for (const answer of await until(replica, key, SERVING, BACK_MS)) seen.add(answer);
    expect(unexcused(seen)).toEqual([]);
    for (const replica of replicas) expect(await replica.stop()).toBe(0);
  });
});
