// @ts-check
/**
 * The checks of this repository, in tiers: `node .ci/check.mjs [fast|ci|full]`.
 *
 * - `fast` (`npm test`): install, build, types, lint, format, and the tests that need only Node.
 * - `ci` (`npm run test:ci`): everything else, without the first tier: package checks, sizes, tests of whole processes
 *   (`*.ci.test.ts`), the coverage table.
 * - `full` (`npm run test:full`): both, with the long versions of the tests, and the stored negations of requirements.
 *
 * A step that fails prints what its tool said, and the check goes on. The last lines name the command that runs each failed
 * file alone, and then `N passed, N failed, N skipped`: every test, and every step as one more.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverage } from './coverage.mjs';
import { lockProblems } from './lock.mjs';
import { attw, pack, publint, sizes } from './package-checks.mjs';
import { prepare } from './prepare.mjs';
import { prove } from './prove.mjs';
import { closingLine, inTurn, print, runTool, step } from './steps.mjs';
import { runTests, TIERS } from './tests.mjs';
import { ROOT } from './tools.mjs';

const tier = process.argv[2] ?? 'fast';
if (TIERS[tier] === undefined) throw new Error(`tier: expected ${Object.keys(TIERS).join(', ')}, got ${tier}`);
const TOTAL = join(ROOT, '.results', `total-${tier}.json`);
mkdirSync(join(ROOT, '.results'), { recursive: true });
rmSync(TOTAL, { force: true });
const began = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
let alone = [];

/** @typedef {import('./steps.mjs').Work} Work */

/** @returns {Promise<import('./steps.mjs').Outcome>} */
async function tests() {
  const { ok, output, passed, failed, skipped, alone: commands } = await runTests(tier);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped.length;
  alone = commands;
  /** @type {Map<string, number>} */
  const titles = new Map();
  for (const title of skipped) titles.set(title, (titles.get(title) ?? 0) + 1);
  for (const [title, times] of titles) print(`skipped test: ${title}${times > 1 ? ` (${times} times)` : ''}`);
  return { ok, output, note: `${passed} passed, ${failed} failed, ${skipped.length} skipped` };
}

/** Checks that tests of requirements fail when the requirement is broken; lists those that do not. */
async function negations() {
  /** @type {string[]} */
  const lines = [];
  const { ok, note } = await prove([], (line) => lines.push(line));
  return { ok, note, output: lines.filter((line) => !line.startsWith('caught')).join('\n') };
}

async function lock() {
  const problems = await lockProblems();
  return { ok: problems.length === 0, output: problems.join('\n') };
}

/** @type {(readonly [string, Work])[]} */
const sources = [
  ['test types', () => runTool('typescript', ['-p', 'tsconfig.test.json'], 'tsc')],
  ['script types', () => runTool('typescript', ['-p', '.ci'], 'tsc')],
  ['lint', () => runTool('oxlint', ['--type-aware', '--deny-warnings'])],
  ['format', () => runTool('oxfmt', ['--check'])],
];
/** @type {(readonly [string, Work])[]} */
const published = [
  ['pack', pack],
  ['publint', publint],
  ['types of packages', attw],
  ['knip', () => runTool('knip', ['--no-progress'])],
  ['size', sizes],
  ['lock', lock],
];

await step(total, 'install', async () => ({
  ok: true,
  note: (await prepare({ build: false, dev: true })).join() || 'up to date',
}));
await step(total, 'build', () => runTool('tsup', []));
await step(total, 'types', () => runTool('typescript', ['-b'], 'tsc'));
await Promise.all([
  tier === 'ci' ? undefined : inTurn(total, sources),
  tier === 'fast' ? undefined : inTurn(total, published),
]);
await step(total, 'tests', tests);
// The table covers all tests: `ci` also reads the results that `fast` stored.
if (tier !== 'fast') await step(total, 'coverage table', () => ({ ok: true, note: coverage({ check: true }) }));
if (tier === 'full') await step(total, 'negations', negations);

print(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
if (alone.length > 0) print(`Failed files, each by itself:\n${alone.map((command) => `  ${command}`).join('\n')}`);
writeFileSync(TOTAL, JSON.stringify(total));
print(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
