// @ts-check
/**
 * Vitest runner that repeats a whole test file for each mutant it reaches. `fast-runner.mjs` repeats single tests, which
 * holds for tests without state. Tests of the host share a database and hosts that `beforeAll` starts, so the file runs again
 * with its setup, its hooks and its tests, up to the first failure.
 *
 * The first run loads the modules. The second shows that the file can run again, and which mutants it reaches. Then it runs once
 * for each of them that no test has killed yet, and at last without a mutant. When that fails, a mutant has changed shared
 * state: a new process repeats this file, with a run without a mutant after each.
 */

import { startTests } from '@vitest/runner';
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestRunner } from 'vitest';

const { log, asks, slowest } = JSON.parse(process.env['BAROGRAPH_FAST'] ?? '{}');
/** Test file → its mutants. @type {Record<string, string[]>} */
const wanted = JSON.parse(readFileSync(asks, 'utf8'));
/** Hit limit: a mutant reached this many times as often as in the file without it is in an endless loop. */
const HIT_LIMIT_FACTOR = 10;
/** Minimum hits of an endless loop. */
const LEAST_HIT_LIMIT = 10_000;

/**
 * Shared with the switches in the sources, which keep it: this module is loaded again for each file of a process. `hasAsked`
 * says whether this process has run a mutant; before that, shared state is unchanged.
 *
 * @type {{ activeMutant?: string, currentTestId?: string, hitCount?: number, hitLimit?: number, hasAsked?: boolean, mutantCoverage: any }}
 */
const space = Reflect.get(globalThis, '__stryker__') ?? { mutantCoverage: { static: {}, perTest: {} } };
Reflect.set(globalThis, '__stryker__', space);

/** Mutants that are killed. @type {Set<string>} */
const settled = new Set();
/** Files that are done. @type {Set<string>} */
const done = new Set();
/** Files after which shared state had changed. @type {Set<string>} */
const careful = new Set();
/** Mutant and file. @type {Set<string>} */
const touched = new Set();
for (const line of readFileSync(log, 'utf8').split('\n')) {
  const [kind, id = ''] = line.split(' ');
  if (kind === 'k' || kind === 't') settled.add(id);
  if (kind === 'd') done.add(line.slice(2));
  if (kind === 'p') careful.add(line.slice(2));
  if (kind === 'a') touched.add(line.slice(2));
}
/** @param {string} line */
const write = (line) => appendFileSync(log, `${line.replaceAll('\n', ' ')}\n`);

/** Waits to be ended by the parent process, because a mutant has changed shared state. @param {string} name @returns {Promise<never>} */
function startAnew(name) {
  write(`p ${name}`);
  return new Promise(() => {});
}

/** Writes kills. @param {readonly string[]} lines */
function settle(lines) {
  for (const line of lines) {
    settled.add(line.split(' ')[1] ?? '');
    write(line);
  }
}

/** Name of a test that failed. @param {any} task @returns {string | undefined} */
function failureIn(task) {
  for (const child of task.tasks ?? []) {
    const name = failureIn(child);
    if (name !== undefined) return name;
  }
  return task.result?.state === 'fail' ? task.name : undefined;
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks for it
export default class FileRunner extends TestRunner {
  /** @override @param {any[]} files */
  // oxlint-disable-next-line typescript/no-misused-promises -- Vitest waits for it
  async onAfterRunFiles(files) {
    super.onAfterRunFiles();
    const { filepath } = files[0];
    const name = relative(process.cwd(), filepath);
    const mutants = wanted[name] ?? [];
    if (done.has(name)) return;
    const hits = space.mutantCoverage.static;
    const loaded = mutants.filter((id) => id in hits && !settled.has(id));
    for (const id of Object.keys(hits)) delete hits[id];
    if (loaded.length > 0) await this.askFile(filepath, name, loaded, failureIn(files[0]));
    space.currentTestId = undefined;
    write(`d ${name}`);
  }

  /** @param {string} filepath @param {string} name @param {string[]} mutants that the first run reached @param {string | undefined} failure of the first run */
  async askFile(filepath, name, mutants, failure) {
    /** @returns {Promise<string | undefined>} the test that failed */
    const run = async () => failureIn((await startTests([filepath], this.repeated(filepath)))[0]);
    space.currentTestId = name;
    const start = performance.now();
    const again = failure ?? (await run());
    const took = Math.round(performance.now() - start);
    // Later hits are not recorded.
    space.currentTestId = 'asked';
    if (again !== undefined) {
      if (space.hasAsked) await startAnew(name);
      write(`w not asked, its ${failure === undefined ? 'second' : 'first'} run fails in ${again}: ${name}`);
      return;
    }
    const reached = space.mutantCoverage.perTest[name] ?? {};
    const open = mutants.filter((id) => id in reached);
    write(`i ${mutants.join(' ')}`);
    write(`c ${open.join(' ')}`);
    write(`f ${took} ms, ${open.length} mutants: ${name}`);
    if (took > slowest && open.length > 0) {
      write(`w ${took} ms, ${open.length} mutants not asked: ${name}`);
      return;
    }
    const isCareful = careful.has(name);
    const killed = [];
    for (const id of open) {
      if (touched.has(`${id} ${name}`)) continue;
      const line = await verdict(id, reached[id], name, run);
      if (line !== undefined) killed.push(line);
      if (!isCareful) continue;
      settle(killed.splice(0));
      write(`a ${id} ${name}`);
      if ((await run()) !== undefined) await startAnew(name);
    }
    if (killed.length > 0 && (await run()) !== undefined) await startAnew(name);
    settle(killed);
  }

  /** A runner that repeats a file without a report, and skips the rest once a test has failed. @param {string} filepath */
  repeated(filepath) {
    const { evaluatedModules } = this.workerState;
    const silent = {
      cancelRun: false,
      onTaskUpdate: undefined,
      onTestAnnotate: undefined,
      onTestArtifactRecord: undefined,
      onBeforeCollect: undefined,
      onCollected: undefined,
      onBeforeRunFiles: undefined,
      onAfterRunFiles: undefined,
      onCleanupWorkerContext: undefined,
      /** @param {any} file */
      onCollectStart(file) {
        TestRunner.prototype.onCollectStart.call(this, file);
      },
      /** @param {string} path @param {'collect' | 'setup'} source */
      importFile(path, source) {
        if (source === 'collect') {
          for (const module of evaluatedModules.getModulesByFile(filepath) ?? []) {
            evaluatedModules.invalidateModule(module);
          }
        }
        return TestRunner.prototype.importFile.call(this, path, source);
      },
      /** @param {any} test */
      onAfterRunTask(test) {
        if (test.result?.state === 'fail') this.cancelRun = true;
        return TestRunner.prototype.onAfterRunTask.call(this, test);
      },
    };
    return Object.assign(Object.create(this), silent);
  }
}

/** Log line of a kill; undefined when the file passed. @param {string} id @param {number} hits @param {string} name @param {() => Promise<string | undefined>} run */
async function verdict(id, hits, name, run) {
  write(`s ${id} ${name}`);
  Object.assign(space, {
    hasAsked: true,
    activeMutant: id,
    hitCount: 0,
    hitLimit: Math.max(LEAST_HIT_LIMIT, hits * HIT_LIMIT_FACTOR),
  });
  const failed = await run();
  const isEndless = (space.hitCount ?? 0) > (space.hitLimit ?? 0);
  Object.assign(space, { activeMutant: undefined, hitCount: undefined });
  return failed === undefined ? undefined : `${isEndless ? 't' : 'k'} ${id} ${name} > ${failed}`;
}
