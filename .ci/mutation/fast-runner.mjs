// @ts-check
/**
 * A runner of Vitest that asks a test about every mutant it reaches while it is loaded: once without a mutant, which says
 * what it reaches, then once for each of them that no test has killed yet. Kills count only when the test still
 * passes without a mutant afterwards, so that no mutant is killed by what another left behind.
 *
 * Every step is a line in the log, for the process that watches: a mutant that never comes back is the last line of it.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner } from 'vitest';

const { log, slowest } = JSON.parse(process.env['BAROGRAPH_FAST'] ?? '{}');
/** As Stryker has it: a mutant that is reached this often as before goes round in circles. */
const HIT_LIMIT_FACTOR = 100;

/** @type {{ activeMutant?: string, currentTestId?: string, hitCount?: number, hitLimit?: number, mutantCoverage: any }} */
const space = { mutantCoverage: { static: {}, perTest: {} } };
Reflect.set(globalThis, '__stryker__', space);

const lines = readFileSync(log, 'utf8').split('\n');
const settled = new Set(lines.filter((line) => /^[kt] /.test(line)).map((line) => line.split(' ')[1]));
const done = new Set(lines.filter((line) => line.startsWith('d ')).map((line) => line.slice(2)));
/** @param {string} line */
const write = (line) => appendFileSync(log, `${line.replaceAll('\n', ' ')}\n`);

/** @param {any} test @returns {string} */
function nameOf(test) {
  const names = [];
  for (let task = test; task !== undefined; task = task.suite) names.unshift(task.name);
  return `${test.file.name} > ${names.join(' > ')}`;
}

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
    // What is reached from here on is no news, and is kept apart from what the loading of modules reaches.
    space.currentTestId = 'asked';
    await this.ask(open, name, run);
    space.currentTestId = undefined;
  }

  /** @param {readonly [string, number][]} open @param {string} name @param {() => unknown} run */
  async ask(open, name, run) {
    /** @type {string[]} */
    const killed = [];
    for (const [id, hits] of open) {
      write(`s ${id}`);
      Object.assign(space, { activeMutant: id, hitCount: 0, hitLimit: hits * HIT_LIMIT_FACTOR });
      let isKilled = false;
      try {
        await run();
      } catch {
        isKilled = true;
      }
      const isEndless = (space.hitCount ?? 0) > (space.hitLimit ?? 0);
      Object.assign(space, { activeMutant: undefined, hitCount: undefined });
      if (isKilled) killed.push(`${isEndless ? 't' : 'k'} ${id} ${name}`);
    }
    if (killed.length > 0) {
      try {
        await run();
      } catch {
        write(`w fails without a mutant afterwards, ${killed.length} kills not counted: ${name}`);
        return;
      }
    }
    for (const line of killed) {
      settled.add(line.split(' ')[1]);
      write(line);
    }
    write(`d ${name}`);
  }

  /** @override */
  onAfterRunFiles() {
    super.onAfterRunFiles();
    write(`i ${Object.keys(space.mutantCoverage.static).join(' ')}`);
  }
}
