/** The embedded database's disk fills up: no answer is a 500, and the host recovers when space is free. */

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../packages/store/src/connection.ts';
import { runningUrl } from '../packages/store/src/embedded/running-url.ts';
import { call, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';
import { AWAY, look, SERVING, unexcused, until } from './outage.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Disk size: a 44 MB cluster and some segments of its log. */
const DISK = 'size=128m,mode=0711';
/** A restarted server, a start that fails, and the pause between two of them. */
const BACK_MS = 30_000;
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

/** Empty separate disk, or the reason why it is unavailable. */
function mounted(): { readonly disk: string } | { readonly reason: string } {
  const disk = mkdtempSync(join(tmpdir(), 'barograph-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'barograph', disk], { stdio: 'pipe' });
    return { disk };
  } catch (error) {
    rmdirSync(disk);
    return { reason: error instanceof Error ? error.message.trim().split('\n').at(-1)! : String(error) };
  }
}

const found = mounted();
const disk = 'disk' in found ? found.disk : '';
const needs = 'reason' in found ? ` (needs the right to mount a tmpfs: ${found.reason})` : '';

const ballast = join(disk, 'ballast');
/** Fills the disk. */
function fill(): void {
  const file = openSync(ballast, 'a');
  try {
    for (const size of [1 << 20, 4096]) {
      const bytes = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, bytes);
      } catch (error) {
        if (!String(error).includes('ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

describe.skipIf(needs !== '')(`[12.8] a full disk under the embedded database${needs}`, () => {
  let host: HostProcess;
  let key = '';
  beforeAll(async () => {
    host = await startHost(['--data-dir', disk, ...FLAGS]);
    key = readFileSync(join(disk, 'dev-key'), 'utf8').trim();
  });
  afterAll(async () => {
    rmSync(ballast, { force: true });
    if (host?.child.exitCode === null) await host.stop();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });

  it('a table that cannot grow: 503 with Retry-After, alive, not ready, and back by itself', async () => {
    expect(await look(host, key)).toEqual(SERVING);
    const client = createClient((await runningUrl(disk))!);
    await client.connect();
    // Rows go where there is room in their table: with none left the next one needs a page of the disk.
    await client.query('truncate usage, brakes');
    await client.end();
    fill();
    const seen = new Set(await until(host, key, AWAY, BACK_MS));
    for (let i = 0; i < 20; i++) expect(await look(host, key)).toEqual(AWAY);
    // Calls that need no store are still served.
    expect((await call(`${host.url}/api/v1`)).status).toBe(200);
    rmSync(ballast);
    for (const answer of await until(host, key, SERVING, BACK_MS)) seen.add(answer);
    expect(unexcused(seen)).toEqual([]);
  });

  it('a log that cannot grow: the server stops, is started again and again, and comes back with the room', async () => {
    const client = createClient((await runningUrl(disk))!);
    await client.connect();
    fill();
    // PostgreSQL cannot create a log segment: the server and its recovery stop.
    await client.query('select pg_switch_wal()').catch(() => undefined);
    const seen = new Set(await until(host, key, AWAY, BACK_MS));
    const signs = [
      /embedded database restart failed; retrying/,
      /FATAL: {2}could not write to file .{1,80}No space left on device/,
    ];
    const missing = (): readonly RegExp[] => signs.filter((sign) => !sign.test(host.logged));
    const began = performance.now();
    do {
      expect(await look(host, key)).toEqual(AWAY);
      await wait(50);
    } while (missing().length > 0 && performance.now() - began < BACK_MS);
    expect(missing()).toEqual([]);
    await client.end().catch(() => undefined);
    rmSync(ballast);
    for (const answer of await until(host, key, SERVING, BACK_MS)) seen.add(answer);
    expect(unexcused(seen)).toEqual([]);
    expect(await host.stop()).toBe(0);
  });

  it('a start on a full disk ends with exit 2 and one line', async () => {
    fill();
    await expect(startHost(['--data-dir', join(disk, 'other'), ...FLAGS])).rejects.toThrow(
      /^the host ended with 2: [^\n]*no space left on device[^\n]*\n?$/i,
    );
  });
});
