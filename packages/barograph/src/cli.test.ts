/// <reference types="node" />

import { execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const COMMAND = 'packages/barograph/bin/barograph.js';

let folder = '';
let bars = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-process-'));
  bars = join(folder, 'bars.csv');
  let text = 'timestamp,open,high,low,close,volume\n';
  for (let i = 0; i < 50_000; i++) text += `${1_704_067_200_000 + i * 3_600_000},3,4,1,${2 + (i % 7) / 8},9\n`;
  writeFileSync(bars, text);
  // The built command runs, without a transpiler: it must be the one that the sources say.
  expect(inject('stalePackages'), 'changed since the last build: "npm run build"').toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

describe('the process', () => {
  it('says what to do where nothing was built', async () => {
    const unbuilt = join(folder, 'bin');
    mkdirSync(unbuilt);
    copyFileSync(COMMAND, join(unbuilt, 'barograph.mjs'));
    const { stderr, status } = spawnSync(process.execPath, [join(unbuilt, 'barograph.mjs'), 'signum'], {
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: expect.stringContaining('"npm run setup"'), status: 2 });
  });

  it('has the version of its package', async () => {
    const { version } = JSON.parse(readFileSync('packages/barograph/package.json', 'utf8')) as { version: string };
    expect(await run('--version')).toStrictEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('ends with 2 and one line for bad input', async () => {
    expect(await run('signum', 'nowhere.csv')).toStrictEqual({
      code: 2,
      out: '',
      err: 'error: nowhere.csv: expected a file, got no such file\n',
    });
  });

  it('reads a pipe as it reads the file', async () => {
    const file = await run('signum', bars, '--rows', 'all', '--format', 'csv');
    expect(file.code).toBe(0);
    expect(file.out.split('\n')).toHaveLength(50_002);
    const piped = await new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, [COMMAND, 'signum', '-', '--rows', 'all', '--format', 'csv']);
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.on('error', reject);
      child.on('close', () => resolve(out));
      child.stdin.end(readFileSync(bars));
    });
    expect(piped).toBe(file.out);
  });

  it('ends quietly with 0 when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [
      COMMAND,
      'signum',
      bars,
      '--interval',
      '1h',
      '--rows',
      'all',
      '--format',
      'ndjson',
    ]);
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, err]).toStrictEqual([0, '']);
  });

  it('ends while its input is still open when the input is bad', async () => {
    const child = spawn(process.execPath, [COMMAND, 'signum', '-']);
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.on('error', () => {}); // it closes its end while we write
    child.stdin.write('no header of bars\n');
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(2);
    expect(err).toMatch(/^error: stdin column "timestamp": expected a header with .*\n$/);
  });
});
