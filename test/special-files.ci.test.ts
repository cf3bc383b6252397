/** Pipes, sockets, devices and strange names through real processes: the command line, and the start of a host. */

import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { LIBRARY_WORDS, soundBars } from './damage.ts';
import { NO_MODEL } from './host-process.ts';

const CLI = built('packages/barograph/bin/barograph.js');
const HOST = built('packages/host/dist/main.js');
/** Then a process that hangs is killed; a refusal takes a second on an idle machine. */
const MOST_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'barograph-special-'));
const PIPE = join(folder, 'BTC.csv');
const bars = soundBars(100 * 24);
const CSV = `timestamp,open,high,low,close,volume\n${Array.from(bars.time, (t, i) =>
  [t, bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(','),
).join('\n')}\n`;
const put = (name: string, content: string): string => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeAll(() => {
  execFileSync('mkfifo', [PIPE]);
  for (const name of [
    'data/BTC.csv',
    'data-json/BTC.json',
    'models/manifest.json',
    'etf/btc.csv',
    'market/funding/BTC.csv',
  ]) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    symlinkSync(PIPE, join(folder, name));
  }
  put('sound/BTC.csv', CSV);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. @param stdin text, or nothing: a pipe that is closed at once. */
async function run(args: readonly string[], { stdin = '', shell = false } = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const how = { cwd: folder, env: { ...process.env, DATABASE_URL: undefined }, timeout: MOST_MS } as const;
    const child = shell ? spawn('bash', ['-c', args.join(' ')], how) : spawn(process.execPath, args, how);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined).end(stdin);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal, out, err }));
  });
}

/** Exit 2 and one line. */
async function refusal(args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(args);
  expect([code, out, err.trimEnd().split('\n').length], err).toEqual([2, '', 1]);
  expect(err).not.toMatch(LIBRARY_WORDS);
  return err;
}

describe('a named pipe', () => {
  it.each([
    ['signum', PIPE],
    ['signum', 'data'],
    ['volume', 'data-json'],
    ['nowcast', PIPE],
    ['cycle', '--btc', PIPE],
    ['flow', PIPE],
    ['depth', PIPE],
    ['positioning', PIPE],
    ['news', PIPE],
    ['signum', 'sound/BTC.csv', '--config', PIPE],
    ['nowcast', 'sound/BTC.csv', '--models', 'models'],
    ['stress', PIPE, '--reference', 'sound'],
    ['plot', 'signum', PIPE, '--out', 'x.svg'],
  ])('is refused at once: barograph %s %s', async (...args) => {
    expect(await refusal([CLI, ...args])).toContain('got a named pipe');
  });

  it.each([
    ['--data', 'data'],
    ['--data', 'data-json'],
    ['--data', 'data', '--skip-bad'],
    ['--reference', 'data'],
    ['--etf', 'etf'],
    ['--data', 'sound', '--derivatives', 'market'],
    ['--composites', PIPE],
    ['--venues', PIPE],
    ['--config', PIPE],
  ])('is refused at once: barograph-host %s %s', async (...args) => {
    expect(await refusal([HOST, '--port', '0', '--data-dir', 'own', ...NO_MODEL, ...args])).toContain(
      'got a named pipe',
    );
  });
});

describe('standard input', () => {
  it('is read as -, /dev/stdin and as what a shell substitutes', async () => {
    const flags = ['--symbol', 'X', '--interval', '1d', '--format', 'json'];
    const expected = await run([CLI, 'signum', 'sound/BTC.csv', ...flags]);
    expect(expected.code).toBe(0);

    for (const ended of [
      await run([CLI, 'signum', '-', ...flags], { stdin: CSV }),
      await run([process.execPath, CLI, 'signum', '/dev/stdin', ...flags, '< sound/BTC.csv'], { shell: true }),
      await run(['cat sound/BTC.csv |', process.execPath, CLI, 'signum', '/dev/stdin', ...flags], { shell: true }),
      await run([process.execPath, CLI, 'signum', '<(cat sound/BTC.csv)', ...flags], { shell: true }),
    ]) {
      expect([ended.code, ended.err]).toEqual([0, '']);
      expect(ended.out).toBe(expected.out);
    }
  });
});

describe('a file whose name is no symbol', () => {
  it.each(['=cmd|calc.csv', '-1+1.csv', 'A\nB.csv', 'A\tB.csv', '<img src=x>.csv'])('is refused: %j', async (name) => {
    put(`names/${name}`, CSV);
    expect(await refusal([CLI, 'signum', join(folder, 'names', name)])).toMatch(/expected a file name of 1 to 100 /);
    expect(await refusal([HOST, '--port', '0', '--data-dir', 'own', ...NO_MODEL, '--data', 'names'])).toMatch(
      /expected a file name of 1 to 100 /,
    );
    rmSync(join(folder, 'names'), { recursive: true });
  });
});

/** Waits until a process has a file of the folder open. */
async function reads(pid: number, file: string): Promise<void> {
  const path = realpathSync(join(folder, file));
  const opened = (): readonly string[] =>
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${name}`)];
      } catch {
        return []; // closed since
      }
    });
  await vi.waitFor(() => expect(opened()).toContain(path), { interval: 5 });
}

describe('a signal during a read', () => {
  const long = (): string => put('long/BTC.csv', CSV + `${bars.time[0]! + 1},1,1,1,1,1\n`.repeat(4_000_000));
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends the start of a host, and a command', async (signal) => {
    long();
    for (const args of [
      [HOST, '--port', '0', '--data-dir', 'own', ...NO_MODEL, '--data', 'long'],
      [CLI, 'signum', 'long/BTC.csv', '--repair'],
    ]) {
      const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
      await reads(child.pid!, 'long/BTC.csv');
      const sent = performance.now();
      child.kill(signal);
      await new Promise((ended) => child.once('close', ended));
      expect(performance.now() - sent).toBeLessThan(2_000);
    }
  });
});
