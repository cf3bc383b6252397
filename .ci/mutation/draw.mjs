// @ts-check
/**
 * `node .ci/mutation/draw.mjs PACKAGE [--seed N] [--target N] [--all]`: draws files of a package by chance, each with a
 * chance in proportion to its mutants and none twice, until their mutants reach the target. The package's score is then
 * estimated by files that nobody chose. Same seed, same sources, same files.
 *
 * Out of the draw are files without a function (constants, types), files below the least number of mutants, folders
 * without tests of their own, and the folders and files of `LEFT_OUT`. `--all` lists what there is to draw from.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = dirname(dirname(import.meta.dirname));
/** Below this, a run of Stryker spends its time on starting. */
const LEAST_MUTANTS = 12;
/** Path part → reason. */
const LEFT_OUT = [
  // Trainings: seconds a test, hours a file.
  'packages/lab/src/',
  // Run by choice before the draws: `docs/mutation.md`, first table.
  'indicators/src/signum/color.ts',
  'core/src/numerics.ts',
  'core/src/quantile.ts',
  'core/src/score-map.ts',
  'positioning/src/ladder/ladder.ts',
  'positioning/src/ladder/flip.ts',
  'stress/src/health/trend.ts',
  'nowcast/src/hysteresis/hysteresis.ts',
];
/** The same as in `stryker.config.mjs`. */
const EXCLUDED = ['StringLiteral', 'Regex'];

/** @param {string} name @param {number} otherwise */
function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

/** Numbers in [0, 1), the same for the same seed. @param {number} seed @source mulberry32, Tommy Ettinger, public domain */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sources with tests beside them. @param {string} folder @returns {string[]} */
function sources(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const tested = entries.some(({ name }) => name.endsWith('.test.ts'));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    const source = path.endsWith('.ts') && !/\.test\.|\.test-d\.|test-support|index\.ts$/.test(path);
    return source && tested && !LEFT_OUT.some((part) => path.includes(part)) ? [path] : [];
  });
}

// Of the lock beside this file, which the workspace does not have: `npm run mutation` installs it on first use.
const home = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js');
const { Instrumenter } = await import(pathToFileURL(home).href);
const instrumenter = new Instrumenter({ debug() {}, info() {}, warn() {}, isDebugEnabled: () => false });

/** @param {string} path @returns {Promise<number>} mutants of a file, those of constants of the module among them */
async function mutants(path) {
  const content = readFileSync(join(ROOT, path), 'utf8');
  if (!/=>|function\b|class\b/.test(content)) return 0;
  const options = { plugins: null, ignorers: [], excludedMutations: EXCLUDED };
  const result = await instrumenter.instrument([{ name: path, mutate: true, content }], options);
  return result.mutants.filter(({ status }) => status !== 'Ignored').length;
}

const folder = process.argv[2] ?? '';
const seed = option('--seed', 21);
const target = option('--target', 150);
const frame = [];
for (const path of sources(`packages/${folder}/src`).sort()) {
  const count = basename(path) === 'config.ts' ? 0 : await mutants(path);
  if (count >= LEAST_MUTANTS) frame.push({ path, count });
}
const total = frame.reduce((sum, { count }) => sum + count, 0);
process.stdout.write(`${folder}: ${frame.length} files, ${total} mutants, seed ${seed}\n`);
const random = chance(seed);
const left = [...frame];
let drawn = 0;
while (left.length > 0 && (process.argv.includes('--all') || drawn < target)) {
  let at = random() * left.reduce((sum, { count }) => sum + count, 0);
  const index = Math.max(
    0,
    left.findIndex(({ count }) => (at -= count) < 0),
  );
  const [file] = left.splice(index, 1);
  if (file === undefined) break;
  drawn += file.count;
  process.stdout.write(`${file.path} ${file.count}\n`);
}
