/** The process: its banner, its exit, and its refusals to start. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../src/run.ts';
import { built } from '../../store/test/built.ts';
import { prepareCluster } from '../../store/test/template.ts';
import { START, waveBars } from './test-support.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'barograph-host-'));
chmodSync(folder, 0o711); // the database of a host that runs as root belongs to another user
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => {
  if (isMounted) execFileSync('umount', [locked]);
  rmSync(folder, { recursive: true });
});

interface Life {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>;
  /** The first line of standard output. */
  readonly firstLine: Promise<string>;
  /** The same, when the cold start has ended. */
  readonly banner: Promise<string>;
  /** The development key of the second. */
  readonly key: Promise<string>;
}

let hosts = 0;

/** Without a model: the first refresh of a nowcast takes longer than all the rest of a start. */
function live(...flags: readonly string[]): Life {
  const folders = ['--data-dir', join(folder, `state-${++hosts}`), '--models', join(folder, 'no-models')];
  const args = [built('packages/host/dist/main.js'), ...folders, ...flags];
  // The second is of the tests alone: a host warns of variables that it does not know.
  const environment = { ...process.env, BAROGRAPH_LOG_LEVEL: 'info', BAROGRAPH_FULL: undefined };
  const child = spawn(process.execPath, args, { cwd: ROOT, env: environment });
  running.add(child);
  let out = '';
  let error = '';
  const firstLine = new Promise<string>((resolve, reject) => {
    child.once('close', () => reject(new Error(`no banner: ${error}`)));
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
      if (out.includes('\n')) resolve(out.split('\n', 1)[0]!);
    });
  });
  const banner = firstLine.then(warm);
  banner.catch(() => undefined); // those who refuse to start have none
  const key = firstLine.then(() => /bg_live_\S+/.exec(out)![0]);
  key.catch(() => undefined);
  child.stderr.on('data', (chunk) => (error += String(chunk)));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, out, error };
  });
  return { child, ended, firstLine, banner, key };
}

/** The same on an existing cluster. */
async function liveAgain(...flags: readonly string[]): Promise<Life> {
  await prepareCluster(join(folder, `state-${hosts + 1}`));
  return live(...flags);
}

/** Waits until the host that says so has everything. */
async function warm(line: string): Promise<string> {
  for (;;) {
    const health = (await (await fetch(`${addressOf(line)}/api/v1/health`)).json()) as { readonly status: string };
    if (health.status !== 'warming') return line;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const addressOf = (banner: string): string => banner.match(/http:\/\/\S+/)![0];

function writeBars(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}
function csv(hours: number, price = 100): string {
  const { time, open, high, low, close, volume } = waveBars(hours, START, price);
  const rows = Array.from({ length: hours }, (_, i) =>
    [time[i], open[i], high[i], low[i], close[i], volume[i]].join(','),
  );
  return `timestamp,open,high,low,close,volume\n${rows.join('\n')}\n`;
}

/** An empty folder that no user can write to, not even root, where a read-only file system may be mounted. */
const locked = join(folder, 'locked');
mkdirSync(locked);
let isMounted = false;
try {
  if (process.getuid?.() === 0) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'barograph', locked], { stdio: 'pipe' });
    isMounted = true;
  } else chmodSync(locked, 0o500);
} catch {
  // Without the right to mount there is no such folder for root.
}
const readOnly = process.getuid?.() === 0 && !isMounted ? [] : [locked];

const BROKEN = csv(50).replace(/\n(\d+),[\d.]+,/, '\n$1,-5,');

describe('a start that is refused', () => {
  const broken = writeBars('broken', { 'BTCUSDT.csv': BROKEN });

  /** A life in this process: what it refuses, it refuses before there is anything to end. */
  it.each([
    ['a wrong value', ['--port', '99999'], /^port: expected an integer within 0…65535, got "99999"/],
    ['a folder that is not there', ['--data', 'no/such/folder'], /^no\/such\/folder/],
    ['a start before the simulator', ['--from', '2020-01-01'], /^from: expected a moment after/],
    ['a bad bar', ['--data', broken], /BTCUSDT\.csv row 1 column "open": expected .* got -5/],
  ])('for %s is exit code 2 and one line', async (_, flags, message) => {
    const printed: string[] = [];
    const complaints: string[] = [];
    const logged = vi.spyOn(process.stderr, 'write');
    const code = await run({
      argv: [...flags, '--data-dir', join(folder, 'refused')],
      env: {},
      print: (line) => printed.push(line),
      complain: (line) => complaints.push(line),
      onSignal: () => {},
    });
    expect(code).toBe(2);
    expect(printed).toEqual([]);
    expect(complaints).toEqual([expect.stringMatching(message)]);
    expect(complaints[0]).not.toContain('\n');
    expect(logged).not.toHaveBeenCalled();
    expect(existsSync(join(folder, 'refused'))).toBe(false);
    logged.mockRestore();
  });

  it('[12.11] for a data folder that cannot be written to is exit code 2 and one line, without a stack', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below'), ...readOnly, ...readOnly.map((one) => join(one, 'a', 'b'))]) {
      const began = performance.now();
      const life = live('--port', '0', '--data-dir', dataDir, '--log-level', 'error');
      const { code, out, error } = await life.ended;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(error).toMatch(/^barograph-host: dataDir: expected a folder to write to, got .* at .*\n$/);
      expect(error).not.toMatch(/\n\s+at /);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  });

  it('[12.9] over a file that never ends is ended by a signal at once, before anything is opened', async () => {
    const hanging = writeBars('hanging', { 'AAA.csv': csv(50) });
    copyFileSync(join(ROOT, 'fixtures/corrupt/run-length.parquet'), join(hanging, 'BTCUSDT.parquet'));
    const complaints: string[] = [];
    const began = performance.now();
    const code = await run({
      argv: ['--data', hanging, '--log-level', 'fatal', '--data-dir', join(folder, 'refused')],
      env: {},
      print: () => undefined,
      complain: (line) => complaints.push(line),
      onSignal: (signal, act) => (signal === 'SIGTERM' ? setTimeout(act, 200) : undefined),
    });
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] });
    expect(performance.now() - began).toBeLessThan(4_000); // the file itself would take its deadline of 5 s
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });
});

describe('the process', () => {
  /** The simulator two months after its beginning: a universe as large as ever, of few bars and no accounts. */
  const SIMULATED = ['--port', '0', '--from', '2024-03-01', '--speed', '1', '--positioning', 'off'];

  it('says where it listens and on what, serves, and ends with 0 when told to', async () => {
    const { child, ended, banner, key } = live(...SIMULATED);
    const line = await banner;
    expect(line).toMatch(
      /^Barograph \d+\.\d+\.\d+ on http:\/\/127\.0\.0\.1:\d+ - source: simulated, \d+ symbols, \d+ bars, replay clock at 2024-03-01T/,
    );
    const headers = { 'x-api-key': await key };
    const reply = await fetch(`${addressOf(line)}/api/v1/indicators/signum-rgg?limit=1`, { headers });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ source: 'simulated', count: 1 });
    child.kill('SIGTERM');
    const { code, out, error } = await ended;
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      line,
      expect.stringMatching(/^X-API-Key: bg_live_\S+ \(kept in .*dev-key\)$/),
      expect.stringMatching(/^Page: http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{32} \(secret kept in .*page-secret\)$/),
      '',
    ]);
    for (const text of error.trim().split('\n')) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  it('finishes the request in hand before it ends', async () => {
    const { child, ended, banner, key } = await liveAgain(...SIMULATED);
    // Once it is warm, a refresh takes a part of the ten seconds of a stop, on a busy machine too.
    const address = addressOf(await warm(await banner));
    const headers = { 'x-api-key': await key };
    const replies = Array.from({ length: 8 }, async () =>
      fetch(`${address}/api/v1/indicators/signum-rgg/refresh`, { method: 'POST', headers }),
    );
    await fetch(`${address}/api/v1/health`); // by now the others are in hand
    child.kill('SIGINT');
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await ended).code).toBe(0);
  });

  it('[12.16] refuses a port that is taken with exit code 2 and one line, before it opens anything', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const before = readdirSync(folder).length;
    const { code, out, error } = await live('--port', String(port), '--data', 'no/such/folder').ended;
    taken.close();
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(error).toMatch(/^barograph-host: port: cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
    expect(error.trim().split('\n').length).toBe(1);
    expect(readdirSync(folder).length).toBe(before);
  });

  it('listens before it has rows: 503 warming_up with Retry-After, then 200', async () => {
    const { child, ended, firstLine, banner, key } = await liveAgain(...SIMULATED);
    const line = await firstLine;
    const headers = { 'x-api-key': await key };
    const url = `${addressOf(line)}/api/v1/indicators/signum-rgg?limit=1`;
    const early = await fetch(url, { headers });
    expect(early.status).toBe(503);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await early.json()).toMatchObject({ detail: { error: 'warming_up' } });
    await banner;
    expect((await fetch(url, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('refuses an unknown flag with exit code 2 and one line', async () => {
    const { code, out, error } = await live('--prot', '80').ended;
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(error).toMatch(/^barograph-host: unknown flag --prot/);
    expect(error.trim().split('\n').length).toBe(1);
  });

  it('mends a bad bar when asked to', async () => {
    const data = writeBars('mended', { 'BTCUSDT.csv': BROKEN });
    const { child, ended, banner } = await liveAgain('--data', data, '--port', '0', '--repair');
    expect(await banner).toMatch(/source: files, 1 symbols, 49 bars/);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('replays files from a moment at a speed, and never shows what lies ahead [#580]', async () => {
    const hours = 24 * 60;
    const data = writeBars('replayed', { 'BTCUSDT.csv': csv(hours), 'kPEPE.csv': csv(hours, 0.01) });
    const from = START + 24 * 40 * HOUR_MS;
    const replay = ['--from', String(from), '--speed', '7200'];
    const { child, banner, key } = await liveAgain('--data', data, '--port', '0', ...replay);
    const line = await banner;
    const headers = { 'x-api-key': await key };
    expect(line).toMatch(/source: files, 2 symbols, \d+ bars, replay clock at 2025-02-10T/);
    const asked = async (): Promise<{ asOf: number; now: number; last: number }> => {
      const health = (await (await fetch(`${addressOf(line)}/api/v1/health`)).json()) as Record<string, number>;
      const reply = await fetch(`${addressOf(line)}/api/v1/perpdex/candles?coin=btc&start=${from - HOUR_MS}`, {
        headers,
      });
      const { candles } = (await reply.json()) as { candles: { timestamp: number }[] };
      return { asOf: health['signum_as_of']!, now: health['now']!, last: candles.at(-1)!.timestamp };
    };
    const first = await asked();
    expect(first.last + HOUR_MS).toBeLessThanOrEqual(first.now + 2 * HOUR_MS);
    let later = first;
    for (let tries = 0; tries < 100 && later.asOf === first.asOf; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      later = await asked();
    }
    expect(later.asOf).toBeGreaterThan(first.asOf);
    expect(later.now).toBeLessThanOrEqual(START + hours * HOUR_MS + 5 * MINUTE_MS);
    child.kill('SIGTERM');
  });
});

const REAL = fileURLToPath(new URL('../../../../shared/data/ohlcv_1h/binance_usdm_perp', import.meta.url));

describe.skipIf(!existsSync(REAL))('the real hourly bars (needs ../shared/data)', () => {
  it('load whole, and answer the list, a detail and a batch', async () => {
    const { child, ended, banner, key } = await liveAgain('--data', REAL, '--port', '0');
    const line = await banner;
    const headers = { 'x-api-key': await key };
    const [, symbols, bars] = line.match(/(\d+) symbols, (\d+) bars/)!.map(Number);
    expect(symbols).toBeGreaterThanOrEqual(30);
    expect(bars).toBeGreaterThan(1_000_000);
    const get = async (path: string): Promise<unknown> =>
      (await fetch(`${addressOf(line)}/api/v1${path}`, { headers })).json();
    expect(await get('/indicators/signum-rgg')).toMatchObject({ count: symbols, universe_size: symbols });
    const detail = (await get('/indicators/signum-rgg/BTC?intraday=true&h4=true')) as Record<string, unknown[]>;
    expect([detail['history'], detail['intraday_history'], detail['h4_history']].map((rows) => rows!.length)).toEqual([
      60, 1440, 90,
    ]);
    expect(await get('/perpdex/candles/batch?coins=BTC,ETH,SOL&interval=1d&atr=14')).toMatchObject({ complete: true });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
