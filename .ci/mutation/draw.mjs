// @ts-check
/**
 * `node .ci/mutation/draw.mjs PACKAGE [--seed N] [--target N] [--all]`: draws files of a package by chance, each with a
 * chance in proportion to its mutants and none twice, until their mutants reach the target. The package's score is then
 * estimated by files that nobody chose. Same seed, same sources, same files. `--all` lists what there is to draw from.
 *
 * `node .ci/mutation/draw.mjs --tiers [--seed N]`: draws 40 files of all packages for `tiers.mjs`. A package gets places in
 * proportion to its mutants, and at least one. The host gets at least 16: four each from `services`, `store`, `payments`
 * and `http`, and the others from its other folders.
 *
 * Out of the draw are files without a function (constants, types), files below the least number of mutants, folders
 * without tests of their own, and the folders and files of `LEFT_OUT`. `--tiers` counts only mutants in functions, and asks
 * the tests of a mirrored folder too, so that it draws from more folders.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools.mjs';
import { inFunctions, instrument } from './instrument.mjs';
import { chance, drawn, shares } from './sampling.mjs';

/** Minimum mutants of a file: below it, Stryker spends most of its time on starting. */
const LEAST_MUTANTS = 12;
/** Trainings take seconds per test and hours per file. */
const TRAININGS = 'packages/lab/src/';
/** Measured before the draws: first table of `docs/evidence/mutation.md`. */
const LEFT_OUT = [
  'indicators/src/signum/color.ts',
  'core/src/numerics.ts',
  'core/src/quantile.ts',
  'core/src/score-map.ts',
  'positioning/src/ladder/ladder.ts',
  'positioning/src/ladder/flip.ts',
  'stress/src/health/trend.ts',
  'nowcast/src/hysteresis/hysteresis.ts',
];
/** Files of a draw over the test tiers. */
const PLACES = 40;
/** Packages of the service with places of their own in the draw of tiers. */
const SERVICE_PARTS = new Set(['host', 'payments', 'runtime', 'store']);
const PART_PLACES = 4;

/** @param {string} name @param {number} otherwise */
function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

/** @typedef {{ path: string, count: number }} File */

/** Sources of a folder and below, without lists of exports. @param {string} folder @param {boolean} isTested whether the folder must have tests @returns {string[]} */
function sources(folder, isTested) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const hasTests = entries.some(({ name }) => name.endsWith('.test.ts'));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path, isTested);
    const isSource = path.endsWith('.ts') && !/\.test\.|\.test-d\.|test-support|index\.ts$|\/config\.ts$/.test(path);
    return isSource && (hasTests || !isTested) && !path.includes(TRAININGS) ? [path] : [];
  });
}

/** Files of these paths with enough mutants. @param {readonly string[]} paths @param {(mutants: import('./instrument.mjs').Mutant[]) => number} countOf @returns {Promise<File[]>} */
async function frameOf(paths, countOf) {
  const frame = [];
  for (const path of paths) {
    if (!/=>|function\b|class\b/.test(readFileSync(join(ROOT, path), 'utf8'))) continue;
    const count = countOf((await instrument([path])).mutants);
    if (count >= LEAST_MUTANTS) frame.push({ path, count });
  }
  return frame;
}

/** @param {readonly File[]} files */
const mutantsOf = (files) => files.reduce((sum, { count }) => sum + count, 0);

/** @param {readonly File[]} files */
function print(files) {
  for (const { path, count } of files) process.stdout.write(`${path} ${count}\n`);
}

/** @param {string} folder @param {number} seed */
async function drawPackage(folder, seed) {
  const paths = sources(`packages/${folder}/src`, true)
    .filter((path) => !LEFT_OUT.some((part) => path.includes(part)))
    .sort();
  // Mutants of module constants count.
  const frame = await frameOf(paths, (mutants) => mutants.filter(({ status }) => status !== 'Ignored').length);
  process.stdout.write(`${folder}: ${frame.length} files, ${mutantsOf(frame)} mutants, seed ${seed}\n`);
  const target = process.argv.includes('--all') ? Infinity : option('--target', 150);
  let reached = 0;
  for (const file of drawn(frame, chance(seed))) {
    if (reached >= target) break;
    reached += file.count;
    print([file]);
  }
}

/** @param {string} name folder of a package; that of the Python client has none */
const hasSources = (name) => existsSync(join(ROOT, 'packages', name, 'src'));

/** @param {number} seed */
async function drawTiers(seed) {
  const random = chance(seed);
  /** @param {readonly File[]} files @param {number} places */
  const draw = (files, places) => print([...drawn(files, random)].slice(0, places));
  const packages = [];
  for (const name of readdirSync(join(ROOT, 'packages')).filter(hasSources).sort()) {
    const paths = sources(`packages/${name}/src`, false).sort();
    const files = await frameOf(paths, (mutants) => inFunctions(mutants).length);
    const fewest = SERVICE_PARTS.has(name) ? PART_PLACES : 1;
    if (files.length > 0) packages.push({ name, files, fewest, count: mutantsOf(files) });
  }
  const places = shares(packages, PLACES);
  for (const [i, { name, files, count }] of packages.entries()) {
    process.stderr.write(`${name}: ${files.length} files, ${count} mutants, ${places[i]} places\n`);
    draw(files, places[i] ?? 0);
  }
}

const seed = option('--seed', process.argv.includes('--tiers') ? 42 : 21);
await (process.argv.includes('--tiers') ? drawTiers(seed) : drawPackage(process.argv[2] ?? '', seed));
