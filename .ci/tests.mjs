// @ts-check
/** Runs the tests of a tier with Vitest and counts them. */

import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flag, readJson, ROOT, run, tool } from './tools.mjs';

/**
 * The tiers. `fast` needs only Node; its properties draw 30 examples, with which the kill scores of `docs/evidence/mutation.md` were
 * measured. `ci` has the files named `*.ci.test.ts`. `full` runs all files with the long versions of their tests.
 *
 * @type {Readonly<Record<string, { results: string, environment: Readonly<Record<string, string>> }>>}
 */
export const TIERS = {
  fast: { results: 'vitest.json', environment: { TEST_TIER: 'fast', BAROGRAPH_TEST_RUNS: '30' } },
  ci: { results: 'vitest-ci.json', environment: { TEST_TIER: 'ci' } },
  full: { results: 'vitest.json', environment: { BAROGRAPH_FULL: '1' } },
};

/**
 * @typedef {{ fullName: string, status: string }} Case
 * @typedef {{ name: string, status: string, assertionResults: Case[] }} Suite
 * @typedef {{ testResults: Suite[], numPassedTests: number, numFailedTests: number }} Report
 * @typedef {{ ok: boolean, output: string, passed: number, failed: number, skipped: string[], alone: string[] }} Tests
 */

/**
 * Runs the tests of a tier.
 *
 * @param {string} tier
 * @returns {Promise<Tests>} `skipped` has titles, `alone` the command that runs each failed file by itself
 */
export async function runTests(tier) {
  const { results, environment } = TIERS[tier];
  const file = join(ROOT, '.results', results);
  // Results of an earlier run must not be read as results of this run.
  for (const other of Object.values(TIERS)) {
    if (tier !== 'ci' || other.results === results) rmSync(join(ROOT, '.results', other.results), { force: true });
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // A number of examples set by the caller has priority.
  const settings = Object.entries(environment).filter(
    ([name]) => name === 'TEST_TIER' || process.env[name] === undefined,
  );
  const { code, output } = await run(
    process.execPath,
    [tool('vitest'), 'run', ...reporters],
    Object.fromEntries(settings),
  );
  if (!existsSync(file)) return { ok: false, output, passed: 0, failed: 0, skipped: [], alone: [] };
  /** @type {Report} */
  const report = readJson(file);
  const variables = settings.filter(([name]) => name !== 'TEST_TIER').map(([name, value]) => `${name}=${value} `);
  return {
    ok: code === 0,
    output,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
    alone: report.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => `${variables.join('')}npx vitest run ${relative(ROOT, name)}`),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tests = await runTests(flag('--tier') ?? 'fast');
  process.stdout.write(`${JSON.stringify({ ...tests, output: undefined })}\n`);
}
