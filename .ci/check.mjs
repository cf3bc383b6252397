// @ts-check
/**
 * The whole chain, the same here and on the build server: `npm test`, or `npm run test:full` for the long versions.
 *
 * Every step prints one line with its time; a step that fails prints what its tool said and the chain goes on. Files in
 * which tests failed run once more, alone (`tests.mjs`). The last
 * line is `N passed, N failed, N skipped`: every test, and every step of the chain as one more.
 */

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { coverage } from './coverage.mjs';
import { lockProblems } from './lock.mjs';
import { prepare } from './prepare.mjs';
import { runTests, TESTS } from './tests.mjs';
import { installed, npm, readJson, ROOT, run, tool } from './tools.mjs';

const RESULTS = join(ROOT, '.results');
const PACKED = join(RESULTS, 'packed');
const full = process.argv.includes('--full');

/**
 * @typedef {{ ok: boolean, output?: string, note?: string, skipped?: string, isShown?: boolean }} Outcome
 * @typedef {() => Promise<Outcome> | Outcome} Work
 */

const total = { passed: 0, failed: 0, skipped: 0 };
const print = (line) => process.stdout.write(`${line}\n`);

/** Runs one step, prints its line, counts it. @param {string} name @param {Work} work */
async function step(name, work) {
  const start = performance.now();
  /** @type {Outcome} */
  let outcome;
  try {
    outcome = await work();
  } catch (error) {
    outcome = { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
  const { ok, output, note, skipped } = outcome;
  const verdict = skipped === undefined ? (ok ? 'ok' : 'FAILED') : 'skipped';
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const remark = skipped ?? note;
  print(
    `${verdict.padEnd(8)}${name.padEnd(18)}${`${seconds} s`.padStart(8)}${remark === undefined ? '' : `  ${remark}`}`,
  );
  if ((!ok || outcome.isShown) && output !== undefined) print(output.replace(/^/gm, '    ').trimEnd());
  total[skipped === undefined ? (ok ? 'passed' : 'failed') : 'skipped']++;
}

/** Runs steps one after another. @param {readonly (readonly [string, Work])[]} steps */
async function inTurn(steps) {
  for (const [name, work] of steps) await step(name, work);
}

/** A step that is one run of one of our tools. @param {string} name @param {string[]} args @param {string} [command] */
async function runTool(name, args, command) {
  const { code, output } = await run(process.execPath, [tool(name, command), ...args]);
  return { ok: code === 0, output };
}

/** Sizes: the tool finds its plugins by the manifest where it runs. */
async function sizes() {
  const { code, output } = await run(process.execPath, [tool('size-limit')], {}, installed('.ci/checks'));
  return { ok: code === 0, output };
}

/** Runs `work` for each in turn; fails when one fails, with the outputs of those that did. */
async function each(names, work) {
  const failed = [];
  for (const name of names) {
    const { ok, output } = await work(name);
    if (!ok) failed.push(`${name}:\n${output}`);
  }
  return { ok: failed.length === 0, output: failed.join('\n') };
}

/** Workspaces that go to the registry. */
function publishable() {
  return readdirSync(join(ROOT, 'packages')).filter((name) => {
    const manifest = join(ROOT, 'packages', name, 'package.json');
    return existsSync(manifest) && readJson(manifest).private !== true;
  });
}

/** Runs every test and adds their counts. */
async function tests() {
  const { ok, output, passed, failed, skipped, unsteady } = await runTests(full ? { BAROGRAPH_FULL: '1' } : {});
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped.length;
  /** @type {Map<string, number>} */
  const titles = new Map();
  for (const title of skipped) titles.set(title, (titles.get(title) ?? 0) + 1);
  for (const [title, times] of titles) print(`skipped test: ${title}${times > 1 ? ` (${times} times)` : ''}`);
  for (const title of unsteady) print(`unsteady test, passed when run once more alone: ${title}`);
  const note = `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  // What an unsteady test said stands in the log of a green run too.
  return unsteady.length > 0
    ? { ok, output, isShown: true, note: `${note}; ${unsteady.length} of them unsteady` }
    : { ok, output, note };
}

/** Packs what is published, once, for the two tools that look into the packages. */
async function pack() {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  const workspaces = publishable().flatMap((name) => ['--workspace', `packages/${name}`]);
  const { code, output } = await npm(['pack', '--ignore-scripts', '--pack-destination', PACKED, ...workspaces]);
  return { ok: code === 0, output };
}

/** Every way of resolving types finds them; the packages are ESM, which `require` loads from Node 20.19 on. */
const ATTW = [
  '--profile',
  'strict',
  '--ignore-rules',
  'cjs-resolves-to-esm',
  '--no-color',
  '--exclude-entrypoints',
  'wiki-index.json',
];

const tarballs = () =>
  existsSync(PACKED) ? readdirSync(PACKED).map((file) => relative(ROOT, join(PACKED, file))) : [];

/** The coverage table against the results that are there now. */
function table() {
  if (!existsSync(TESTS))
    return { ok: false, output: 'There are no results to compare it with: the tests did not run.' };
  return { ok: true, note: coverage({ check: true }) };
}

async function lock() {
  const problems = await lockProblems();
  return { ok: problems.length === 0, output: problems.join('\n') };
}

const began = performance.now();
await step('install', async () => ({
  ok: true,
  note: (await prepare({ build: false, dev: true })).join() || 'up to date',
}));
await step('build', () => runTool('tsup', []));
await step('types', () => runTool('typescript', ['-b'], 'tsc'));
await Promise.all([
  inTurn([
    ['test types', () => runTool('typescript', ['-p', 'tsconfig.test.json'], 'tsc')],
    ['script types', () => runTool('typescript', ['-p', '.ci'], 'tsc')],
    ['lint', () => runTool('oxlint', ['--type-aware', '--deny-warnings'])],
    ['format', () => runTool('oxfmt', ['--check'])],
  ]),
  // These have one thread each, and what is above waits for files now and then.
  inTurn([
    ['pack', pack],
    ['publint', () => each(tarballs(), (file) => runTool('publint', ['run', file, '--strict']))],
    ['types of packages', () => each(tarballs(), (file) => runTool('@arethetypeswrong/cli', [file, ...ATTW], 'attw'))],
    ['knip', () => runTool('knip', ['--no-progress'])],
    ['size', sizes],
    ['lock', lock],
  ]),
]);
await step('tests', tests);
await step('coverage table', table);
print(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
