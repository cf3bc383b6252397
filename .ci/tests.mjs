// @ts-check
/**
 * Every test, once; and the files in which some failed once more, alone (decision 0086). A test that passes then counts as
 * passed, and is named: it depends on something that it should not.
 */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, ROOT, run, tool } from './tools.mjs';

/** Results of every test, which the table of coverage is made from. */
export const TESTS = join(ROOT, '.results', 'vitest.json');
const AGAIN = join(ROOT, '.results', 'again.json');
/** More files than this do not fail by chance. */
const MOST_FILES = 3;

/**
 * @typedef {{ fullName: string, status: string }} Case
 * @typedef {{ name: string, status: string, assertionResults: Case[] }} Suite
 * @typedef {{ testResults: Suite[], numPassedTests: number, numFailedTests: number }} Report
 * @typedef {{ ok: boolean, output: string, passed: number, failed: number, skipped: string[], unsteady: string[] }} Tests
 */

/** @param {string} file @param {readonly string[]} args @param {Readonly<Record<string, string>>} environment */
function vitest(file, args, environment) {
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return run(process.execPath, [tool('vitest'), 'run', ...args, ...reporters], environment);
}

/** @param {Report} report @param {string} status */
const casesOf = ({ testResults }, status) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter((one) => one.status === status).map(({ fullName }) => `${name}\0${fullName}`),
  );

/**
 * Puts the second results of files into the place of the first, and counts again.
 *
 * @param {Report} first
 * @param {Report} second
 * @returns {string[]} titles of tests that failed first and passed then
 */
function merge(first, second) {
  const failed = new Set(casesOf(first, 'failed'));
  const unsteady = casesOf(second, 'passed').filter((one) => failed.has(one));
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  first.testResults = first.testResults.map((suite) => again.get(suite.name) ?? suite);
  first.numPassedTests = casesOf(first, 'passed').length;
  first.numFailedTests = casesOf(first, 'failed').length;
  return unsteady.map((one) => one.slice(one.indexOf('\0') + 1));
}

/** Runs them. @param {Readonly<Record<string, string>>} environment @returns {Promise<Tests>} */
export async function runTests(environment) {
  const { code, output } = await vitest(TESTS, [], environment);
  if (!existsSync(TESTS)) return { ok: false, output, passed: 0, failed: 0, skipped: [], unsteady: [] };
  /** @type {Report} */
  const report = readJson(TESTS);
  const files = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  let ok = code === 0;
  let said = output;
  /** @type {string[]} */
  let unsteady = [];
  // An error outside a test belongs to no file for sure: it stays.
  if (!ok && files.length > 0 && files.length <= MOST_FILES && !output.includes('Unhandled Error')) {
    const names = files.map((file) => relative(ROOT, file));
    const second = await vitest(AGAIN, [...names, '--maxWorkers=1'], environment);
    said += `\nOnce more, alone: ${names.join(', ')}\n${second.output}`;
    if (existsSync(AGAIN)) {
      unsteady = merge(report, readJson(AGAIN));
      ok = second.code === 0 && report.numFailedTests === 0;
      writeFileSync(TESTS, JSON.stringify(report));
    }
  }
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return { ok, output: said, passed: report.numPassedTests, failed: report.numFailedTests, skipped, unsteady };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ok, passed, failed, skipped, unsteady } = await runTests({});
  process.stdout.write(`${JSON.stringify({ ok, passed, failed, skipped, unsteady })}\n`);
}
