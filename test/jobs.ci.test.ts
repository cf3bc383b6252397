/** Threads of the built command line: equal bytes for any number of threads, and termination when no longer needed. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, HOUR, market } from '../packages/barograph/src/test-support.ts';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

const BIN = join(ROOT, 'packages/barograph/bin/barograph.js');
const isBuilt = existsSync(join(ROOT, 'packages/barograph/dist/jobs-worker.js'));
const isFull = process.env['BAROGRAPH_FULL'] === '1';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-jobs-'));
  for (const [i, name] of ['AAA', 'BTC', 'ETH', 'PEPE'].entries()) {
    writeFileSync(join(folder, `${name}USDT.csv`), csv(market(24 * (90 + i), HOUR)));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Answer of a command with a number of threads. */
async function answer(args: readonly string[], jobs: number): Promise<string> {
  const { code, stdout, stderr } = await runCommand(process.execPath, [BIN, ...args, '--jobs', String(jobs)]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** A command whose output is asked for while its threads are at work. */
function longRun(...args: readonly string[]) {
  const child = spawn(process.execPath, [BIN, 'nowcast', folder, '--rows', 'all', '--jobs', '2', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<NodeJS.Signals | number | null>((done) => {
    child.on('close', (code, signal) => done(signal ?? code));
  });
  return { child, ended };
}

const COMMANDS: readonly (readonly string[])[] = [
  ['nowcast', '--rows', 'all', '--format', 'csv'],
  ...(isFull
    ? [
        ['nowcast', '--format', 'json'],
        ['nowcast', '--rows', 'all', '--format', 'json', '--times', 'iso', '--columns', 'label,symbol,timestamp'],
        ['signum', '--rows', 'all', '--format', 'ndjson'],
        ['signum', '--rows', 'all', '--sort', 'adx', '--limit', '20'],
        ['technical', '--rows', 'all'],
        ['volatility', '--rows', 'all', '--format', 'csv'],
        ['volume', '--rows', 'all', '--format', 'csv'],
        ['heatmap', '--rows', 'all', '--format', 'json'],
        ['meme', '--rows', 'all', '--format', 'parquet'],
      ]
    : []),
];

describe.skipIf(!isBuilt)('commands over a folder (needs packages/barograph/dist)', () => {
  it.each(COMMANDS)('%s %s %s %s: the same bytes by any number of threads', async (name = '', ...flags) => {
    const output = await answer([name, folder, ...flags], 1);
    for (const jobs of isFull ? [2, 3, 9] : [3]) expect(await answer([name, folder, ...flags], jobs)).toBe(output);
    expect(output.split('\n').length).toBeGreaterThan(2);
  });

  it.runIf(isFull)('end at once on Ctrl-C, without half a result', async () => {
    const out = mkdtempSync(join(tmpdir(), 'barograph-jobs-out-'));
    const { child, ended } = longRun('--out', join(out, 'rows.json'), '--format', 'json');
    await expect.poll(() => readdirSync(out).length, { timeout: 30_000 }).toBe(1);
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    expect(existsSync(join(out, 'rows.json'))).toBe(false);
    rmSync(out, { recursive: true });
  });

  it.runIf(isFull)('end quietly when the reader has seen enough', async () => {
    const { child, ended } = longRun('--format', 'csv');
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toBe(0);
  });
});
