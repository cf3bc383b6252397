// @ts-check
/**
 * Vitest runner that repeats a loaded test for its mutants: once without a mutant, to find the mutants it reaches, then
 * once for each that no test has killed yet. Kills count only when the test still
 * passes without a mutant afterwards. If not, a mutant has changed shared state: a new process repeats this test, with a
 * run without a mutant after each.
 *
 * Every step is a line in the log, which the parent process watches: its last line names a mutant that hangs.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner } from 'vitest';

const { log, slowest } = JSON.parse(process.env['BAROGRAPH_FAST'] ?? '{}');
/** Hit limit as in Stryker: a mutant reached this many times as often as without it is in an endless loop. */
const HIT_LIMIT_FACTOR = 100;

/** @type {{ activeMutant?: string, currentTestId?: string, hitCount?: number, hitLimit?: number, mutantCoverage: any }} */
const space = { mutantCoverage: { static: {}, perTest: {} } };
Reflect.set(globalThis, '__stryker__', space);

const lines = readFileSync(log, 'utf8').split('\n');
const settled = new Set(lines.filter((line) => /^[kt] /.test(line)).map((line) => line.split(' ')[1]));
const done = new Set(lines.filter((line) => line.startsWith('d ')).map((line) => line.slice(2)));
/** Tests after which shared state had changed: the names after `p` in the log. */
const careful = new Set(lines.filter((line) => line.startsWith('p ')).map((line) => line.slice(2)));
const wanted = new Set(lines.filter((line) => line.startsWith('a ')).map((line) => line.slice(2)));
/** @param {string} line */
const write = (line) => appendFileSync(log, `${line.replaceAll('\n', ' ')}\n`);

/** @param {any} test @returns {string} */
function nameOf(test) {
  const names = [];
  for (let task = test; task !== undefined; task = task.suite) names.unshift(task.name);
  return `${test.file.name} > ${names.join(' > ')}`;
}

/** Whether this process has run a mutant; before that, shared state is unchanged. */
let hasAsked = false;

/** Waits to be ended by the parent process, because a mutant has changed shared state. @param {string} name @returns {Promise<never>} */
function startAnew(name) {
  write(`p ${name}`);
  return new Promise(() => {});
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks for it
export default class FastRunner extends TestRunner {
  /** @override @param {any} test */
  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    const name = nameOf(test);
    if (done.has(name)) return;
    space.currentTestId = name;
    const start = performance.now();
    try {
      await run();
    } catch (error) {
      if (!hasAsked) throw error;
      await startAnew(name);
    } finally {
      space.currentTestId = undefined;
    }
    const took = performance.now() - start;
    const reached = space.mutantCoverage.perTest[name] ?? {};
    write(`c ${Object.keys(reached).join(' ')}`);
    const open = Object.entries(reached).filter(([id]) => !settled.has(id));
    if (took > slowest && open.length > 0) {
      write(`w ${Math.round(took)} ms, ${open.length} mutants not asked: ${name}`);
      return;
    }
    // Later hits are not recorded, so that they do not mix with those of module loading.
    space.currentTestId = 'asked';
    await (careful.has(name) ? this.askOneByOne(open, name, run) : this.ask(open, name, run));
    space.currentTestId = undefined;
    write(`d ${name}`);
  }

  /** Runs all mutants, then once without a mutant. @param {[string, number][]} open @param {string} name @param {() => unknown} run */
  async ask(open, name, run) {
    const killed = [];
    for (const [id, hits] of open) {
      const line = await verdict(id, hits, name, run);
      if (line !== undefined) killed.push(line);
    }
    if (killed.length > 0 && (await fails(run))) await startAnew(name);
    for (const line of killed) {
      settled.add(line.split(' ')[1]);
      write(line);
    }
  }

  /** Runs each mutant, followed by a run without one, to find the mutant that changes shared state. @param {[string, number][]} open @param {string} name @param {() => unknown} run */
  async askOneByOne(open, name, run) {
    for (const [id, hits] of open) {
      if (wanted.has(`${id} ${name}`)) continue;
      const line = await verdict(id, hits, name, run);
      if (line !== undefined) {
        settled.add(id);
        write(line);
      }
      write(`a ${id} ${name}`);
      if (await fails(run)) await startAnew(name);
    }
  }

  /** @override */
  onAfterRunFiles() {
    super.onAfterRunFiles();
    write(`i ${Object.keys(space.mutantCoverage.static).join(' ')}`);
  }
}

/** @param {() => unknown} run */
async function fails(run) {
  try {
    await run();
    return false;
  } catch {
    return true;
  }
}

/** Log line of a kill; undefined when the test passed. @param {string} id @param {number} hits @param {string} name @param {() => unknown} run */
async function verdict(id, hits, name, run) {
  write(`s ${id}`);
  hasAsked = true;
  Object.assign(space, { activeMutant: id, hitCount: 0, hitLimit: hits * HIT_LIMIT_FACTOR });
  const isKilled = await fails(run);
  const isEndless = (space.hitCount ?? 0) > (space.hitLimit ?? 0);
  Object.assign(space, { activeMutant: undefined, hitCount: undefined });
  return isKilled ? `${isEndless ? 't' : 'k'} ${id} ${name}` : undefined;
}
