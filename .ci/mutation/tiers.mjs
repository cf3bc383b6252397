// @ts-check
/**
 * `node .ci/mutation/draw.mjs --tiers | node .ci/mutation/tiers.mjs`: share of mutants that `npm test` kills, and of those
 * that only the other tests kill. Reads paths, one a line, and draws some mutants of each file from those in functions.
 *
 * The first run has the tests of `npm test` with its number of examples. The second run asks about the mutants that are left:
 * the `*.ci.test.ts`, and properties again with 100 examples. `related-tests.mjs` says which tests a file is asked with.
 * What the first run kills, all tests kill.
 *
 * - `--seed N`: seed of the mutants (42). `--most N`: mutants of a file (8).
 * - `--slowest MS`: test files that take longer in the first run, without a cold start, are not asked (8000).
 * - `--slowest-ci MS`: the same in the second run (90000).
 * - `--resume`: continues a run with the same options that was stopped.
 *
 * Results: `.results/mutation/tiers.json`.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { flag, ROOT } from '../tools.mjs';
import { TIERS } from '../tests.mjs';
import { inFunctions, instrument } from './instrument.mjs';
import { drawsExamples, testsOf } from './related-tests.mjs';
import { chance } from './sampling.mjs';
import { askTests, statusOf } from './session.mjs';

/** @typedef {import('./instrument.mjs').Mutant} Mutant */
/** @typedef {import('./session.mjs').Findings} Findings */

const RESULTS = join(ROOT, '.results', 'mutation');
const SOURCES = join(RESULTS, 'tiers-sources.json');
const seed = Number(flag('--seed') ?? 42);
const most = Number(flag('--most') ?? 8);
const slowest = Number(flag('--slowest') ?? 8_000);
const slowestCi = Number(flag('--slowest-ci') ?? 90_000);
/** More than the time limit of a test. */
const PATIENCE_MS = 40_000;

const paths = readFileSync(0, 'utf8')
  .split('\n')
  .flatMap((line) => line.split(' ')[0] || []);
const { files, mutants } = await instrument(paths);
mkdirSync(RESULTS, { recursive: true });
writeFileSync(SOURCES, JSON.stringify(Object.fromEntries(files.map(({ name, content }) => [name, content]))));

/** Some mutants of a file. @param {string} path @param {() => number} random @returns {Mutant[]} */
function someOf(path, random) {
  const left = inFunctions(mutants.filter(({ fileName }) => relative(ROOT, fileName) === path));
  const some = [];
  while (left.length > 0 && some.length < most) some.push(...left.splice(Math.floor(random() * left.length), 1));
  return some;
}
const random = chance(seed);
const chosen = new Map(paths.map((path) => [path, someOf(path, random)]));

/**
 * Runs tests for the chosen mutants that no test has killed.
 *
 * @param {string} run name
 * @param {number} limit of a test file, ms
 * @param {Readonly<Record<string, string>>} environment
 * @param {(path: string) => readonly string[]} testsFor
 * @param {(mutant: Mutant) => boolean} isOpen
 * @returns {Promise<Findings>}
 */
async function ask(run, limit, environment, testsFor, isOpen) {
  /** @type {Map<string, { rank: number, ids: string[] }>} */
  const asks = new Map();
  for (const [path, some] of chosen) {
    const ids = some.filter(isOpen).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [rank, test] of testsFor(path).entries()) {
      const before = asks.get(test) ?? { rank, ids: [] };
      asks.set(test, { rank: Math.min(rank, before.rank), ids: [...before.ids, ...ids] });
    }
  }
  // Groups of `vitest.config.ts`: files of a process follow each other.
  const groupOf = (/** @type {string} */ test) => ['packages/', 'test/'].findIndex((start) => test.startsWith(start));
  const isHost = (/** @type {string} */ test) =>
    Number(/^packages\/(?:host|payments|runtime|sources|store|venue)\//.test(test));
  const rankOf = (/** @type {string} */ test) => asks.get(test)?.rank ?? 0;
  const order = [...asks.keys()].sort(
    (a, b) => groupOf(a) - groupOf(b) || isHost(a) - isHost(b) || rankOf(a) - rankOf(b),
  );
  const wanted = join(RESULTS, `tiers-${run}-asks.json`);
  writeFileSync(wanted, JSON.stringify(Object.fromEntries([...asks].map(([test, { ids }]) => [test, ids]))));
  const log = join(RESULTS, `tiers-${run}.log`);
  if (!process.argv.includes('--resume') || !existsSync(log)) writeFileSync(log, '');
  return askTests({
    config: '.ci/mutation/tiers.config.mjs',
    tests: order,
    log,
    output: join(RESULTS, `tiers-${run}-vitest.txt`),
    patienceMs: PATIENCE_MS,
    settings: { sources: SOURCES, order, asks: wanted, slowest: limit },
    environment,
  });
}

const isCi = (/** @type {string} */ test) => test.endsWith('.ci.test.ts');
const first = await ask(
  'fast',
  slowest,
  TIERS.fast.environment,
  (path) => testsOf(path).filter((test) => !isCi(test)),
  () => true,
);
const isLeft = (/** @type {Mutant} */ mutant) => /Survived|NoCoverage|Ignored/.test(statusOf(first, mutant));
const second = await ask(
  'all',
  slowestCi,
  { BAROGRAPH_TEST_RUNS: '100' },
  (path) => testsOf(path).filter((test) => isCi(test) || drawsExamples(test)),
  isLeft,
);

/** Group of a file in the table: its package, or a folder of the host. @param {string} path */
function partOf(path) {
  const [, name, , folder] = path.split('/');
  return name === 'host'
    ? `host/${['services', 'store', 'payments', 'http'].includes(folder ?? '') ? folder : 'others'}`
    : name;
}

/** @type {Record<string, { files: number, mutants: number, fast: number, all: number }>} */
const table = {};
const report = [];
for (const [path, some] of chosen) {
  const row = (table[partOf(path) ?? ''] ??= { files: 0, mutants: 0, fast: 0, all: 0 });
  row.files++;
  for (const mutant of some) {
    const [fast, all] = [first, second].map((found) => statusOf(found, mutant));
    // Reached only while a module is loaded.
    if (fast === 'Ignored' && /Ignored|NoCoverage/.test(all ?? '')) continue;
    const [isFast, isAll] = [fast, all].map((status) => status === 'Killed' || status === 'Timeout');
    row.mutants++;
    if (isFast) row.fast++;
    if (isFast || isAll) row.all++;
    const by = [first, second].map((found) => found.killed.get(mutant.id) ?? found.timeout.get(mutant.id));
    const { id, mutatorName, replacement, location } = mutant;
    report.push({ path, line: location.start.line + 1, id, mutatorName, replacement, fast, all, by: by[0] ?? by[1] });
    if (!isFast) {
      const outcome = isAll ? `killed by ${by[1]}` : `${fast}, ${all}`;
      const text = replacement.replaceAll(/\s+/g, ' ');
      process.stdout.write(`${path}:${location.start.line + 1} ${mutatorName} ${text}: ${outcome}\n`);
    }
  }
}
for (const note of [...first.notes, ...second.notes]) process.stdout.write(`${note}\n`);
const rows = Object.entries(table);
const sum = (/** @type {'files' | 'mutants' | 'fast' | 'all'} */ key) => rows.reduce((n, [, row]) => n + row[key], 0);
rows.push(['all of these', { files: sum('files'), mutants: sum('mutants'), fast: sum('fast'), all: sum('all') }]);
for (const [name, row] of rows) {
  const share = (/** @type {number} */ n) => `${n} (${((100 * n) / row.mutants).toFixed(1)} %)`;
  process.stdout.write(
    `| ${name} | ${row.files} | ${row.mutants} | ${share(row.fast)} | ${share(row.all)} | ${row.all - row.fast} |\n`,
  );
}
writeFileSync(join(RESULTS, 'tiers.json'), JSON.stringify(report));
