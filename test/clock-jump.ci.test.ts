/**
 * A replica whose clock jumps a day ahead, a day behind, and back, next to a replica with a correct clock: limits go by the
 * database's time, so that no key is locked out and none gets more; the skew is reported by the replica that has it.
 */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, temporaryFolder, type TestServer } from '../packages/store/test/test-support.ts';
import { createClient } from '../packages/store/src/connection.ts';
import { call, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const FLAGS = ['--from', '2024-04-01', '--speed', '0', ...NO_ACCOUNTS];
/** Calls a minute of a free key. */
const PER_MINUTE = 10;
const DAY_S = 86_400;

/** The library of Debian's package `faketime`, for programs with threads; undefined where it is not installed. */
function faketime(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.includes('-linux-')) : [];
  return folders
    .map((name) => join('/usr/lib', name, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
}
const library = faketime();

describe.skipIf(library === undefined)('[12.5] a clock that jumps (needs the package faketime)', () => {
  let folder = '';
  let server: TestServer;
  let wrong: HostProcess;
  let right: HostProcess;
  let databaseUrl = '';
  /** Shifts one replica's wall clock; timers and the monotonic clock stay unchanged. */
  const jump = (offset: string): void => writeFileSync(join(folder, 'offset'), `${offset}\n`);
  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await startTestServer();
    databaseUrl = await server.database();
    jump('+0');
    const faked = {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: join(folder, 'offset'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    [wrong, right] = await Promise.all([
      startHost(FLAGS, { DATABASE_URL: databaseUrl, ...faked }),
      startHost(FLAGS, { DATABASE_URL: databaseUrl }),
    ]);
  });
  afterAll(async () => {
    for (const host of [wrong, right]) expect(await host.stop()).toBe(0);
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Skew as a replica reports it, whole seconds. */
  const skew = async ({ url }: HostProcess): Promise<number> => {
    const text = String((await call(`${url}/metrics`)).body);
    return Math.round(Number(/^barograph_clock_skew_seconds (\S+)$/m.exec(text)![1]));
  };
  const mint = async (email: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body: JSON.stringify({ email }), headers };
    const { status, body } = await call(`${right.url}/api/v1/auth/keys`, undefined, init);
    expect(status).toBe(200);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of a mint
    return (body as { readonly api_key: string }).api_key;
  };
  /** Status and remaining calls of the minute. */
  const use = async ({ url }: HostProcess, key: string): Promise<readonly [number, string | null]> => {
    const { status, headers } = await call(`${url}/api/v1/auth/keys/me`, key);
    return [status, headers.get('x-ratelimit-remaining')];
  };

  it('a day ahead, a day behind, and back: one minute of ten calls over both replicas', async () => {
    const email = 'jump@example.org';
    const key = await mint(email);
    // All calls fall within one minute of the database.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 15_000) await wait(left + 100);
    const seen: unknown[] = [await use(wrong, key), await use(right, key)];
    for (const [offset, seconds] of [
      ['+1d', DAY_S],
      ['-1d', -DAY_S],
      ['+0', 0],
    ] as const) {
      jump(offset);
      expect(Math.abs((await skew(wrong)) - seconds)).toBeLessThan(5);
      expect(Math.abs(await skew(right))).toBeLessThan(5);
      for (const host of [wrong, right]) seen.push(await use(host, key));
    }
    for (const host of [wrong, right]) seen.push(await use(host, key));
    expect(seen).toEqual(Array.from({ length: PER_MINUTE }, (_, i) => [200, String(PER_MINUTE - 1 - i)]));
    for (const host of [wrong, right]) expect((await use(host, key))[0]).toBe(429);

    const client = createClient(databaseUrl);
    await client.connect();
    const { rows } = await client.query<{ day: number; count: number }>(
      'select day, count from usage join keys on key_id = coalesce(account_id, id) where email = $1',
      [email],
    );
    expect(rows).toEqual([{ day: Math.floor(Date.now() / (DAY_S * 1000)), count: PER_MINUTE }]);
    await client.end();

    if (process.env['BAROGRAPH_FULL'] !== '1') return;
    await wait(60_000 - (Date.now() % 60_000) + 500);
    for (const host of [wrong, right]) expect((await use(host, key))[0]).toBe(200);
  });
});
