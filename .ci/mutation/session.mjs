// @ts-check
/**
 * Vitest runs over mutants. A mutant that hangs is stopped from here and counts as killed by
 * time. A mutant that has changed shared state ends the process too. The next process continues where the log ends.
 */

import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { ROOT, tool } from '../tools.mjs';

/** @typedef {{ killed: Map<string, string>, timeout: Map<string, string>, covered: Set<string>, loaded: Set<string>, done: Set<string>, notes: string[] }} Findings `killed` and `timeout` map a mutant to its test; `done` has test files */

/** Reads the log of a runner. @param {string} log @returns {Findings} */
export function readLog(log) {
  /** @type {Findings} */
  const found = {
    killed: new Map(),
    timeout: new Map(),
    covered: new Set(),
    loaded: new Set(),
    done: new Set(),
    notes: [],
  };
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [kind, id = '', ...rest] = line.split(' ');
    if (kind === 'k') found.killed.set(id, rest.join(' '));
    if (kind === 't') found.timeout.set(id, rest.join(' '));
    if (kind === 'c') for (const reached of [id, ...rest]) found.covered.add(reached);
    if (kind === 'i') for (const reached of [id, ...rest]) found.loaded.add(reached);
    if (kind === 'd') found.done.add(line.slice(2));
    if (kind === 'w') found.notes.push(line.slice(2));
  }
  return found;
}

/** Outcome of a mutant. @param {Findings} found @param {import('./instrument.mjs').Mutant} mutant */
export function statusOf(found, { id, status }) {
  if (status === 'Ignored') return status;
  if (found.killed.has(id)) return 'Killed';
  if (found.timeout.has(id)) return 'Timeout';
  if (found.covered.has(id)) return 'Survived';
  return found.loaded.has(id) ? 'Ignored' : 'NoCoverage';
}

/**
 * @typedef {object} Session
 * @property {string} config of Vitest
 * @property {readonly string[]} [tests] files; without them those of the config. A file that is done is left out of the next process
 * @property {string} log that the runner writes
 * @property {string} output file for what Vitest prints
 * @property {number} patienceMs time without a log line after which a mutant counts as hanging
 * @property {object} settings for the config and the runner
 * @property {Readonly<Record<string, string>>} [environment]
 */

/** @param {string} log */
const linesOf = (log) => readFileSync(log, 'utf8').trimEnd().split('\n');

/** Time limit of the running file: longer than its time without a mutant. @param {readonly string[]} lines */
function allowance(lines) {
  const measured = lines.findLast((line) => line.startsWith('f '));
  return 3 * Number(measured?.split(' ')[1] ?? 0);
}

/**
 * Test files that a process left unfinished without being stopped: a mutant ended it, by memory for example. The mutant counts
 * as killed by time. A file that ended it without a mutant is left out of the next process.
 *
 * @param {string} log
 * @param {readonly string[]} left
 * @returns {boolean} whether there were such files
 */
function noteCrashes(log, left) {
  const { done, timeout } = readLog(log);
  const open = left.filter((path) => !done.has(path));
  const lines = linesOf(log);
  for (const path of open) {
    const [, id] = lines.findLast((line) => line.startsWith('s ') && line.endsWith(` ${path}`))?.split(' ') ?? [];
    const isNew = id !== undefined && !timeout.has(id);
    const text = isNew ? `t ${id} end of the process in ${path}` : `w not asked, it did not end: ${path}\nd ${path}`;
    writeFileSync(log, `${text}\n`, { flag: 'a' });
  }
  return open.length > 0;
}

/** Runs one process. @param {Session} session @returns {Promise<boolean>} whether it finished */
async function runOnce({ config, tests, log, output, patienceMs, settings, environment = {} }) {
  const { done } = readLog(log);
  const left = tests?.filter((path) => !done.has(path)) ?? [];
  if (tests !== undefined && left.length === 0) return true;
  writeFileSync(log, 'n a new process\n', { flag: 'a' });
  const child = spawn(process.execPath, [tool('vitest'), 'run', '--config', config, ...left], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...environment,
      NODE_NO_WARNINGS: '1',
      BAROGRAPH_FAST: JSON.stringify({ ...settings, log }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  let isStopped = false;
  const watch = setInterval(() => {
    const lines = linesOf(log);
    const last = lines.at(-1) ?? '';
    // Without a mutant, a late test is only slow, because the machine is busy.
    const isStuck = last.startsWith('s ') && Date.now() - statSync(log).mtimeMs >= patienceMs + allowance(lines);
    if (!isStuck && !last.startsWith('p ')) return;
    isStopped = true;
    child.kill('SIGKILL');
  }, 1_000);
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  clearInterval(watch);
  writeFileSync(output, text);
  if (!isStopped) return !noteCrashes(log, left);
  const last = linesOf(log).at(-1) ?? '';
  if (last.startsWith('p ')) return false;
  const [kind, id] = last.split(' ');
  if (kind !== 's') throw new Error(`no mutant was on when the tests stopped: ${last}`);
  writeFileSync(log, `t ${id} no answer\n`, { flag: 'a' });
  return false;
}

/** Runs the tests for all mutants. @param {Session} session @returns {Promise<Findings>} */
export async function askTests(session) {
  while (!(await runOnce(session)));
  return readLog(session.log);
}
