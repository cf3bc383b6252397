/**
 * Damaged files through real processes: every kind of file, every command that reads bars, the host's `--data` and
 * `import`. A process ends with 0, or with 2 and one line that says what is wrong; never with a stack, and in time.
 * Damage is made from numbers: a failure names its own, and `BAROGRAPH_DAMAGE=17` or `=500-999` runs those
 * alone. The short version runs every command once, such that each kind of file is read with and without a repair.
 */

import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { startTestServer, type TestServer } from '../packages/store/test/test-support.ts';
import { damagedBytes, damagedFile, dice, KINDS, LIBRARY_WORDS, soundBars, type Kind } from './damage.ts';
import { NO_MODEL } from './host-process.ts';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const ONLY = process.env['BAROGRAPH_DAMAGE']?.split('-').map(Number);
/** Maximum time of a run, ms. A slower run is repeated alone. */
const MOST_MS = 10_000;
/** Time after which a run is killed, ms. */
const KILLED_MS = 30_000;
const AT_ONCE = 2;
const BAD = join(ROOT, '../shared/data/bad');

const CLI = (): string => built('packages/barograph/bin/barograph.js');
const HOST = (): string => built('packages/host/dist/main.js');
/** Command line arguments for a file. */
const COMMANDS: readonly ((path: string) => readonly string[])[] = [
  (path) => ['signum', path],
  (path) => ['signum', path, '--interval', '1d', '--rows', 'all', '--format', 'csv'],
  (path) => ['signum', path, '--repair', '--interval', '4h'],
  (path) => ['technical', path],
  (path) => ['technical', path, '--repair', '--rows', 'all', '--format', 'ndjson'],
  (path) => ['volatility', path],
  (path) => ['volatility', path, '--repair', '--format', 'json'],
  (path) => ['volume', path],
  (path) => ['volume', path, '--repair', '--rows', 'all', '--format', 'parquet', '--out', `${path}.out`],
  (path) => ['heatmap', path],
  (path) => ['heatmap', path, '--repair'],
  (path) => ['meme', path, '--repair'],
  (path) => ['nowcast', path],
  (path) => ['nowcast', path, '--repair', '--rows', 'all', '--format', 'csv'],
  (path) => ['cycle', 'explain', '--btc', path],
  (path) => ['cycle', 'explain', '--btc', path, '--repair'],
  (path) => ['cycle', 'history', '--btc', path, '--repair'],
];

const isOfHost = (number: number): boolean => number % 20 === 3 || number % 20 === 13;
const isOfImport = (number: number): boolean => number % 20 === 7;
const kindOf = (number: number): Kind => KINDS[number % KINDS.length]!;
const commandOf = (number: number): number => Math.floor(number / KINDS.length) % COMMANDS.length;

/** Smallest set of numbers that covers every command, every kind with and without repair, the three starts, and `import`. */
function shortly(): readonly number[] {
  const turns = { with: 0, without: 0 };
  const ofCommands = COMMANDS.map((command, at) => {
    const turn = command('').includes('--repair') ? 'with' : 'without';
    const kind = turns[turn]++ % KINDS.length;
    let number = at * KINDS.length + kind;
    while (isOfHost(number) || isOfImport(number)) number += COMMANDS.length * KINDS.length;
    return number;
  });
  return [3, 7, 13, 23, ...ofCommands];
}
const [FIRST, LAST = FIRST] = ONLY ?? (FULL ? [0, 1_999] : []);
const NUMBERS = FIRST === undefined ? shortly() : Array.from({ length: LAST! - FIRST + 1 }, (_, i) => FIRST + i);

interface Run {
  readonly what: string;
  readonly code: number | string;
  readonly stderr: string;
  readonly ms: number;
}

let folder = '';
let database: TestServer;
let exported = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-damage-'));
  database = await startTestServer();
  exported = join(folder, 'exported');
  const created = await runCommand(process.execPath, [HOST(), 'key', 'create', '--tier', 'pro', '--count', '20'], {
    environment: { DATABASE_URL: await sourceUrl() },
  });
  expect(created.stderr).toBe('');
  const written = await runCommand(process.execPath, [HOST(), 'export', exported], {
    environment: { DATABASE_URL: await sourceUrl() },
  });
  expect([written.code, written.stderr]).toEqual([0, '']);
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
});
let source: Promise<string> | undefined;
const sourceUrl = async (): Promise<string> => (source ??= database.database());

/** Runs a process to its end. A listening host is stopped with SIGTERM; a slow process is killed. */
async function watch(
  what: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, KILLED_MS);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/ on http:\/\/\S+:\d+ /.test(text)) child.kill('SIGTERM');
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ what, code: late ? 'too late' : (code ?? String(signal)), stderr, ms: performance.now() - began });
    });
  });
}

/** Lines of what `--repair` did, which come before whatever becomes of the bars. */
const REPORT = /^(?:\S+: \d+ rows, |  (?:dropped|mended|and \d+ more) ?)/;

/** Fault in how a process ended; undefined when it ended correctly. */
function fault({ what, code, stderr, ms }: Run): string | undefined {
  const lines = stderr.split('\n').filter((line) => line !== '');
  const output = what.includes('--repair') ? lines.filter((line) => !REPORT.test(line)) : lines;
  const isDecent = code === 0 || (code === 2 && output.length === 1 && output[0] === lines.at(-1));
  const isTraced = lines.some((line) => /^\s+at |node_modules|\bat file:/.test(line));
  const isForeign = lines.some((line) => LIBRARY_WORDS.test(line));
  if (isDecent && !isTraced && !isForeign && ms <= MOST_MS) return undefined;
  return `${what}: exit ${code} after ${Math.round(ms)} ms\n${stderr.slice(0, 1500)}`;
}

/** Runs the host on a folder with one damaged file. */
async function serve(number: number, path: string): Promise<Run> {
  const data = `${path}.folder`;
  mkdirSync(data);
  copyFileSync(path, join(data, basename(path)));
  const flags = ['--port', '0', '--log-level', 'error', '--data', data, ...NO_MODEL];
  const more = [[], ['--repair'], ['--skip-bad']][number % 3]!;
  const ran = await watch(
    `damage ${number}: host ${more.join(' ')} --data ${basename(path)}`,
    [HOST(), ...flags, ...more],
    {
      DATABASE_URL: await database.database(),
    },
  );
  rmSync(data, { recursive: true });
  return ran;
}

/** Runs `import` on an export with one damaged file. */
async function take(number: number): Promise<Run> {
  const roll = dice(number);
  const names = readdirSync(exported);
  const name = names[roll(names.length)]!;
  const copy = join(folder, `export-${number}`);
  mkdirSync(copy);
  for (const each of names) copyFileSync(join(exported, each), join(copy, each));
  writeFileSync(join(copy, name), damagedBytes(readFileSync(join(exported, name)), roll));
  const ran = await watch(`damage ${number}: import, ${name}`, [HOST(), 'import', copy, '--log-level', 'error'], {
    DATABASE_URL: await database.database(),
  });
  rmSync(copy, { recursive: true });
  return ran;
}

/** Days enough for every engine. */
const BARS = soundBars(100 * 24);

/** Runs one number: of twenty, two use the host's `--data`, one `import`, the others the command line. */
async function run(number: number): Promise<Run> {
  if (isOfImport(number)) return take(number);
  const kind = kindOf(number);
  const path = join(folder, `${number}-BTCUSDT.${kind}`);
  writeFileSync(path, damagedFile(kind, BARS, dice(number)));
  const args = COMMANDS[commandOf(number)]!(path);
  const ran = isOfHost(number)
    ? await serve(number, path)
    : await watch(`damage ${number}: ${args.join(' ').replaceAll(folder, '')}`, [CLI(), ...args]);
  for (const file of [path, `${path}.out`]) rmSync(file, { force: true });
  return ran;
}

/** Runs all, two at a time, and repeats slow runs alone. */
async function all(runs: readonly (() => Promise<Run>)[]): Promise<readonly Run[]> {
  const done: Run[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < runs.length; i = next++) {
      const ran = await runs[i]!();
      done[i] = ran;
      const wrong = fault(ran);
      if (FULL && wrong !== undefined) process.stderr.write(`${wrong}\n`);
      if (FULL && i % 100 === 99) process.stderr.write(`damaged files: ${i + 1} of ${runs.length}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const [i, { ms }] of done.entries()) if (ms > MOST_MS) done[i] = await runs[i]!();
  return done;
}

function table(done: readonly Run[]): string {
  const count = (code: Run['code']): number => done.filter((run) => run.code === code).length;
  const codes = [...new Set(done.map(({ code }) => code))].map((code) => `${count(code)} × exit ${code}`);
  const slowest = [...done].sort((a, b) => b.ms - a.ms)[0];
  return `${codes.join(', ')}; the slowest took ${Math.round(slowest?.ms ?? 0)} ms: ${slowest?.what}`;
}

describe('[12.9] a damaged file', () => {
  it(
    `ends a process with 0, or with 2 and one line, ${NUMBERS.length} times`,
    async () => {
      const done = await all(NUMBERS.map((number) => async () => run(number)));
      if (FULL) process.stderr.write(`damaged files: ${table(done)}\n`);
      expect(
        done.flatMap((run) => fault(run) ?? []),
        table(done),
      ).toEqual([]);
      // Some files pass and some are refused.
      if (ONLY === undefined) expect(new Set(done.map(({ code }) => code))).toEqual(new Set([0, 2]));
    },
    60_000 + NUMBERS.length * 10_000,
  );
});

describe.skipIf(!existsSync(BAD))('[12.9] the files that broke something (needs ../shared/data/bad)', () => {
  const names = existsSync(BAD) ? readdirSync(BAD).filter((name) => !name.endsWith('.md')) : [];
  // The short version gives one file of each kind of damage to one command, the long one all to all.
  const damage = (name: string): string => name.split('-')[0]!;
  const tasks = names.flatMap((name, i) =>
    COMMANDS.filter(
      (_, j) => FULL || (j === i % COMMANDS.length && names.findIndex((other) => damage(other) === damage(name)) === i),
    ).map((command) => [name, command] as const),
  );
  it(
    'end a process with 0, or with 2 and one line',
    async () => {
      const runs = tasks.map(([name, command], i) => async () => {
        const path = join(folder, `bad-${i}-${name}`);
        copyFileSync(join(BAD, name), path);
        const args = command(path);
        const ran = await watch(args.join(' ').replaceAll(folder, ''), [CLI(), ...args]);
        for (const file of [path, `${path}.out`]) rmSync(file, { force: true });
        return ran;
      });
      const done = await all(runs);
      if (FULL) process.stderr.write(`files that broke something: ${table(done)}\n`);
      expect(
        done.flatMap((run) => fault(run) ?? []),
        table(done),
      ).toEqual([]);
    },
    60_000 + tasks.length * 10_000,
  );
});

describe('the numbers of the short version', () => {
  it('name every command, every kind with and without a repair, and what the host does with files', () => {
    const numbers = shortly();
    const [ofHost, rest] = [
      numbers.filter(isOfHost),
      numbers.filter((number) => !isOfHost(number) && !isOfImport(number)),
    ];
    expect(rest.map(commandOf)).toEqual(COMMANDS.map((_, i) => i));
    const classes = rest.map((number) => `${kindOf(number)} ${COMMANDS[commandOf(number)]!('').includes('--repair')}`);
    expect(new Set(classes).size).toBe(2 * KINDS.length);
    expect(new Set(ofHost.map((number) => number % 3))).toEqual(new Set([0, 1, 2]));
    expect(numbers.filter(isOfImport).length).toBe(1);
  });
});
