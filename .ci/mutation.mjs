// @ts-check
/**
 * `npm run mutation -- PACKAGE [FILE…]`: mutation testing of one package, or of some of its files, with Stryker. Each
 * folder is a run of its own over the tests that lie in it, so that a mutant is killed by the tests of its own code or
 * not at all. Results: `.results/mutation`, and a table at the end: mutants, killed, among them by the time limit, survived,
 * score, and its 95 % interval as if mutants were independent. `node .ci/mutation/draw.mjs` draws the files.
 *
 * Stryker has a lock of its own in `.ci/mutation`: `npm ci` of the workspace installs nothing of it.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { writeTable } from './mutation/score.mjs';
import { installed, readJson, ROOT } from './tools.mjs';

const HOME = join(ROOT, '.ci', 'mutation');
const RESULTS = '.results/mutation';
const [name, ...chosen] = process.argv.slice(2);

/** Sources of a folder and below, without tests, lists of exports and types. @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.ts') && !/\.test\.|\.test-d\.|test-support|\/index\.ts$/.test(path) ? [path] : [];
  });
}

/** One run of Stryker. @param {string} folder @param {readonly string[]} files @returns {Promise<string>} its report */
async function stryker(folder, files) {
  const report = `${RESULTS}/${folder.replaceAll('/', '-')}.json`;
  rmSync(join(ROOT, report), { force: true });
  const script = join(HOME, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const environment = { ...process.env, BAROGRAPH_MUTATE: JSON.stringify({ folder, files, report }) };
  await new Promise((done) => {
    spawn(process.execPath, [script, 'run', '.ci/mutation/stryker.config.mjs'], {
      cwd: ROOT,
      env: environment,
      stdio: 'inherit',
    }).on('close', done);
  });
  return report;
}

if (name === undefined || !existsSync(join(ROOT, 'packages', name, 'src'))) {
  throw new Error(`npm run mutation -- PACKAGE [FILE…]: expected a folder of packages, got ${name ?? 'nothing'}`);
}
installed('.ci/mutation');
mkdirSync(join(ROOT, RESULTS), { recursive: true });
const all = sources(`packages/${name}/src`);
const files = chosen.length === 0 ? all : all.filter((path) => chosen.some((part) => path.includes(part)));
/** @type {[string, { status: string }[]][]} */
const rows = [];
for (const folder of new Set(files.map((path) => posix.dirname(path)))) {
  // A folder without tests of its own is skipped: tests elsewhere are not part of this score.
  if (!readdirSync(join(ROOT, folder)).some((file) => file.endsWith('.test.ts'))) {
    process.stdout.write(`${folder} has no tests of its own: left out\n`);
    continue;
  }
  const report = join(
    ROOT,
    await stryker(
      folder,
      files.filter((path) => posix.dirname(path) === folder),
    ),
  );
  if (!existsSync(report)) {
    process.exitCode = 1;
    continue;
  }
  for (const [path, { mutants }] of Object.entries(readJson(report).files)) {
    rows.push([path, mutants]);
  }
}
writeTable(name, rows);
