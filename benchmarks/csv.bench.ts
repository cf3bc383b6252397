/**
 * CSV of bars in and out, in processor time of all threads, minima of interleaved rounds, with the peak of memory of each
 * process: `readBars` against pandas (Debian's, skipped without it) and DuckDB on one thread, whose CSV reader is asked for the
 * same six typed columns; and the command `signum --rows all --format csv` on the same file. Two files: plain decimals, and
 * semicolons with ISO times, carriage returns, a column too many and long volumes. `BARS=2630000` for five years of minutes.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const BARS = Number(process.env['BARS'] ?? 500_000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const START = 1_600_000_020_000;
const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'barograph-csv-'));
const root = fileURLToPath(new URL('..', import.meta.url));

/** Prices of a walk with two decimals, volumes with three; `seed` of a linear congruence. */
function* walk(): Generator<readonly [time: number, prices: readonly string[], volume: number]> {
  let seed = 1;
  const random = (): number => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  let open = 40_000;
  for (let i = 0; i < BARS; i++) {
    const close = Math.max(100, open + 30 * (random() - 0.5));
    const high = Math.max(open, close) + 5 * random();
    const low = Math.min(open, close) - 5 * random();
    const texts = [open, high, low, close].map((price) => price.toFixed(2));
    yield [START + i * MINUTE, texts, Math.round(1e6 * random()) / 1e3];
    open = close;
  }
}

function* plain(): Generator<string> {
  yield 'timestamp,open,high,low,close,volume\n';
  for (const [time, prices, volume] of walk()) yield `${time},${prices.join(',')},${volume}\n`;
}

function* messy(): Generator<string> {
  yield 'Datetime;Open;High;Low;Close;Adj Close;Volume\r\n';
  for (const [time, prices, volume] of walk()) {
    const at = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
    yield `${at};${prices.join(';')};${prices[3]};${volume / 3}\r\n`;
  }
}

/** Processor time and peak of memory of one process. */
interface Cost {
  readonly ms: number;
  readonly wallMs: number;
  readonly peakMb: number;
}

const REPORT = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write('\\n' + JSON.stringify([(userCPUTime + systemCPUTime) / 1e3, maxRSS / 1024]));
});`;

/** Runs a process that prints its cost in the last line of standard error. @throws {Error} when it fails. */
function costOf(command: string, args: readonly string[]): Cost {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const wallMs = performance.now() - start;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the reports in this file
  const [ms, peakMb] = JSON.parse(stderr.trim().split('\n').at(-1)!) as [number, number];
  return { ms, wallMs, peakMb };
}

/** Omits the loader flag, which worker threads would inherit. */
const node = (source: string): Cost =>
  costOf(process.execPath, ['-e', `${REPORT}\n(async () => { ${source} })().catch((error) => { throw error; });`]);

function ours(path: string): Cost {
  return node(`const { readBars } = await import('@barograph/files');
    const read = await readBars(${JSON.stringify(path)});
    if (!read.ok || read.value.rows !== ${BARS}) throw new Error('other rows');`);
}

const idle = (): Cost => node(`await import('@barograph/files');`);

const PYTHON = `
import json, resource, sys
import pandas
def report():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return [(used.ru_utime + used.ru_stime) * 1e3, used.ru_maxrss / 1024]
before = report()
if len(sys.argv) > 1:
    plain = sys.argv[2] == 'plain'
    frame = pandas.read_csv(sys.argv[1], sep=',' if plain else ';', parse_dates=[] if plain else ['Datetime'])
    assert len(frame) == int(sys.argv[3])
after = report()
print(json.dumps([after[0] - before[0], after[1]]), file=sys.stderr)`;

/** Debian's Python, which has its pandas. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import pandas'], { stdio: 'ignore' }).status === 0,
);
const pandas = (path: string, kind: string): Cost => costOf(python!, ['-c', PYTHON, path, kind, String(BARS)]);

const DUCKDB = (path: string): string => `
  const { load } = await import('${root}.ci/peers/load.mjs');
  const { DuckDBInstance } = await load('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const result = await connection.stream("select #1, #2, #3, #4, #5, #6 from read_csv('${path}')");
  const columns = Array.from({ length: 6 }, () => new Float64Array(${BARS}));
  let rows = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (const [at, column] of columns.entries()) {
      const { items } = chunk.getColumnVector(at);
      if (items instanceof Float64Array) column.set(items.subarray(0, chunk.rowCount), rows);
      else for (let i = 0; i < chunk.rowCount; i++) column[rows + i] = Number(items[i]);
    }
    rows += chunk.rowCount;
  }
  if (rows !== ${BARS}) throw new Error('other rows');
  connection.closeSync();
  instance.closeSync();`;

function command(path: string, out: string): Cost {
  const args = ['signum', path, '--rows', 'all', '--format', 'csv', '--out', out];
  return node(`process.argv = ['node', 'barograph', ...${JSON.stringify(args)}];
    await import('${root}packages/barograph/dist/cli.js');`);
}

const cheaper = (a: Cost | undefined, b: Cost): Cost => ({
  ms: Math.min(a?.ms ?? Infinity, b.ms),
  wallMs: Math.min(a?.wallMs ?? Infinity, b.wallMs),
  peakMb: Math.max(a?.peakMb ?? 0, b.peakMb),
});

try {
  console.log(`${BARS} bars; processor time of processes, the start of each taken off those that read`);
  if (python === undefined) console.log('pandas: skipped, no Python has it (apt-get install python3-pandas)');
  for (const [kind, lines] of Object.entries({ plain, messy })) {
    const path = join(folder, `${kind}.csv`);
    const out = join(folder, `${kind}.out.csv`);
    await pipeline(Readable.from(lines()), createWriteStream(path));
    const cases: Record<string, () => Cost> = {
      idle,
      readBars: () => ours(path),
      ...(python === undefined ? {} : { pandas: () => pandas(path, kind) }),
      ...(kind === 'plain' ? { DuckDB: () => node(DUCKDB(path)) } : {}),
      'signum --rows all': () => command(path, out),
    };
    const best: Record<string, Cost> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, run] of Object.entries(cases)) best[name] = cheaper(best[name], run());
    }
    const start = best['idle']!.ms;
    const readMs = best['readBars']!.ms - start;
    for (const [name, { ms, wallMs, peakMb }] of Object.entries(best)) {
      const took = name === 'readBars' || name === 'DuckDB' ? ms - start : ms;
      const against =
        name === 'pandas' || name === 'DuckDB' ? `, readBars / ${name} ${(readMs / took).toFixed(2)}` : '';
      console.log(
        `${kind}: ${name} ${took.toFixed(0)} ms, ${((took * 1e6) / BARS).toFixed(0)} ns a row${against}, ` +
          `${wallMs.toFixed(0)} ms on the clock, peak ${peakMb.toFixed(0)} MB`,
      );
    }
    const digest = createHash('sha256').update(readFileSync(out)).digest('hex');
    console.log(`${kind}: sha256 of what signum wrote ${digest}`);
  }
  console.log(`load ${execFileSync('cat', ['/proc/loadavg'], { encoding: 'utf8' }).trim()}`);
} finally {
  rmSync(folder, { recursive: true });
}
