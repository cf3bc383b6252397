/** Named steps of a long run: each is stored when done, and may be computed by another process. */

import { UsageError } from '@barograph/core';
import type { Progress } from './run-io.ts';
import type { WorkFolder } from './work-folder.ts';

/** Results of steps that are computed elsewhere, in the order of their names. Call `end` also after a failure. */
export interface SpreadResults {
  /** Waits for the result of a step, by its index. */
  readonly result: (step: number) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** Computes the named steps elsewhere. */
export type SpreadNames = (names: readonly string[]) => Promise<SpreadResults>;

/** Steps in the order in which they are computed and stored. A step does not read results of the same list. */
export interface StepTasks {
  /** Adds a step. @param from start of its hours, epoch ms. @returns a function that returns its result after `run`. */
  add<Result>(name: string, from: number, run: () => Result): () => Result;
  /** Runs all steps, except stored ones. */
  run(work: WorkFolder, progress: Progress, spread: SpreadNames | undefined): Promise<void>;
  /** Runs one step. @throws {UsageError} when no step has the name. */
  readonly runOne: (name: string) => unknown;
  readonly size: number;
}

/** Creates an empty list. @param version prefix of the names; stored results with a different version are ignored. */
export function createStepTasks(version: string): StepTasks {
  const tasks = new Map<string, () => unknown>();
  const results = new Map<string, unknown>();
  return {
    add: <Result>(name: string, from: number, run: () => Result) => {
      const file = `${version}-${name}-${new Date(from).toISOString().slice(0, 10)}`;
      tasks.set(file, run);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of the step, or its stored text
      return () => results.get(file) as Result;
    },
    run: async (work, progress, spread) => {
      for (const name of tasks.keys()) {
        const stored = await work.read(name);
        if (stored !== undefined) results.set(name, stored);
      }
      const missing = [...tasks].filter(([name]) => !results.has(name));
      const elsewhere = missing.length === 0 ? undefined : await spread?.(missing.map(([name]) => name));
      try {
        progress.report(results.size, tasks.size);
        for (const [i, [name, run]] of missing.entries()) {
          results.set(name, await work.keep(name, elsewhere === undefined ? run() : await elsewhere.result(i)));
          progress.report(results.size, tasks.size);
        }
      } finally {
        await elsewhere?.end();
      }
    },
    runOne: (name) => {
      const run = tasks.get(name);
      if (run === undefined) throw new UsageError(`step: expected one of ${[...tasks.keys()].join(', ')}, got ${name}`);
      return run();
    },
    get size() {
      return tasks.size;
    },
  };
}

/** A value that is computed when it is first asked for. */
export function lazy<Value>(compute: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: compute() }).value;
}
