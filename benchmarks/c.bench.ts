/**
 * Engines with kernels and without against plain C (`c/plain.c`, gcc -O3 -march=native -ffast-math), turn by turn in one
 * run, on the same inputs; the sums of what comes out are compared. C fills columns that it has, ours makes fresh ones
 * where it does not say otherwise.
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rollingRank } from '@barograph/core';
import { adx, bollinger } from '@barograph/indicators';
import { installKernels, withoutKernels } from '@barograph/kernels';
import { createHmm, filter } from '@barograph/nowcast';
import { allEstimators, yangZhang } from '@barograph/volatility';
import { simulatedHours } from './bars.ts';

const FLAGS = ['-O3', '-march=native', '-ffast-math', '-std=gnu11', '-Wall', '-Wextra'];
const ROWS = 8_192;
const ROUNDS = 151;
const [D, STATES] = [8, 6];

if (spawnSync('gcc', ['--version']).status !== 0) {
  console.log('left out: there is no gcc here');
  process.exit(0);
}

let seed = 12_345;
const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const all = simulatedHours();
const bars = { ...all, length: ROWS };
for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) bars[name] = all[name].slice(0, ROWS);
const estimator = { window: 24, periodsPerYear: 8_760 };
const values = yangZhang(bars, estimator).map((value) => (value === value ? value : 0));
const features = list(D, () => Float64Array.from({ length: ROWS }, () => 4 * next() - 2));
const hmm = createHmm({
  version: 'bench/1',
  labels: ['one'],
  features: list(D, (i) => `x${i}`),
  nu: null,
  beta: 1,
  states: list(STATES, () => ({
    label: 0,
    mean: list(D, () => 2 * next() - 1),
    scaleCholesky: list(D, (i) => list(i + 1, (j) => (i === j ? 0.5 + next() : 0.2 * (next() - 0.5)))),
  })),
  initial: list(STATES, () => 1 / STATES),
  transition: list(STATES, (i) => list(STATES, (j) => (i === j ? 0.95 : 0.05 / (STATES - 1)))),
});

const folder = mkdtempSync(join(tmpdir(), 'barograph-c-'));
const [program, data] = [join(folder, 'plain'), join(folder, 'data')];
execFileSync('gcc', [...FLAGS, '-o', program, join(import.meta.dirname, 'c/plain.c'), '-lm']);
const { emission, parameters } = hmm;
const parts = [bars.open, bars.high, bars.low, bars.close, values, ...features];
const law = [emission.inverse, emission.means, emission.peak, parameters.transition.flat(), parameters.initial];
writeFileSync(data, Buffer.concat([...parts, ...law].map((part) => Buffer.from(Float64Array.from(part).buffer))));

const peer = spawn(program, [data, String(ROWS)], { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();

/** One run of the work in C. */
async function inC(work: string): Promise<{ readonly ns: number; readonly sum: number }> {
  peer.stdin.write(`${work}\n`);
  const { value, done } = await answers.next();
  if (done === true) throw new Error('the peer in C ended');
  const [ns, sum] = value.split(' ').map(Number);
  return { ns: ns!, sum: sum! };
}

/** Sum of all defined numbers of some columns. @param from first row that C fills, too. */
function sumOf(columns: readonly Float64Array[], from = 0): number {
  let sum = 0;
  for (const column of columns)
    for (let i = from; i < column.length; i++) if (column[i] === column[i]) sum += column[i]!;
  return sum;
}

interface Row {
  readonly title: string;
  /** Name and size for the program in C. */
  readonly work: string;
  readonly run: () => readonly Float64Array[];
  readonly from?: number;
}

const column = (): Float64Array => new Float64Array(ROWS);
const lines = { adx: column(), plusDi: column(), minusDi: column() };
const bands = { lower: column(), middle: column(), upper: column(), bandwidth: column(), percentB: column() };
const directional = (into?: typeof lines) => (): readonly Float64Array[] => Object.values(adx(bars, undefined, into));
const bollingerBands = (into?: typeof bands) => (): readonly Float64Array[] =>
  Object.values(bollinger(bars, undefined, into));
const filtered = (): readonly Float64Array[] => {
  const { probabilities, logLikelihood } = filter(hmm, features);
  return [probabilities, logLikelihood];
};

const rows: readonly Row[] = [
  { title: 'ADX and both DI, 14', work: 'adx 14', run: directional() },
  { title: '  into given columns', work: 'adx 14', run: directional(lines) },
  { title: '  and C with true divisions', work: 'adx-divided 14', run: directional(lines) },
  { title: 'Bollinger, 20', work: 'bollinger 20', run: bollingerBands() },
  { title: '  into given columns', work: 'bollinger 20', run: bollingerBands(bands) },
  { title: 'rank, window 365', work: 'rank 365', run: () => [rollingRank(values, 365)] },
  {
    title: 'five estimators, window 24',
    work: 'estimators 24',
    run: () => Object.values(allEstimators(bars, estimator)),
    from: 24,
  },
  { title: 'HMM filter, 6 full states', work: 'filter 0', run: filtered },
  { title: '  and C row by row', work: 'filter-rows 0', run: filtered },
];

const results: Record<string, unknown> = {};
installKernels();
const gcc = execFileSync('gcc', ['--version'], { encoding: 'utf8' }).split('\n')[0];
console.log(`${cpus()[0]!.model}, Node ${process.version}, ${gcc}, ${FLAGS.slice(0, 3).join(' ')}`);
console.log(`\nleast ns a row of ${ROUNDS} turns of ${ROWS} rows`);
console.log(
  `  ${'work'.padEnd(30)}${['C', 'JavaScript', 'x C', 'kernels', 'x C'].map((t) => t.padStart(12)).join('')}`,
);
for (const { title, work, run, from } of rows) {
  const least = { c: Infinity, js: Infinity, kernels: Infinity };
  for (let turn = 0; turn < ROUNDS; turn++) {
    const { ns, sum } = await inC(work);
    least.c = Math.min(least.c, ns / ROWS);
    const begin = performance.now();
    withoutKernels(run);
    const between = performance.now();
    const columns = run();
    const end = performance.now();
    least.js = Math.min(least.js, ((between - begin) * 1e6) / ROWS);
    least.kernels = Math.min(least.kernels, ((end - between) * 1e6) / ROWS);
    const ours = sumOf(columns, from);
    if (!(Math.abs(ours - sum) <= 1e-6 * Math.abs(ours))) throw new Error(`${title}: ${ours} here, ${sum} in C`);
  }
  results[`${title}: ${work}`] = least;
  const cells = [least.c, least.js, least.js / least.c, least.kernels, least.kernels / least.c];
  console.log(`  ${title.padEnd(30)}${cells.map((cell) => cell.toFixed(2).padStart(12)).join('')}`);
}
peer.stdin.end();
await once(peer, 'exit');
rmSync(folder, { recursive: true });

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
