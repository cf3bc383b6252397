/** Stores step results of a long run in a folder, so that an interrupted run can resume. */

import { UsageError } from '@barograph/core';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunIo } from './run-io.ts';
import { sha256 } from './sha256.ts';

/** Step results of one run, by name. Results go through their text, so that a resumed run sees the same values. */
export interface WorkFolder {
  /** Returns the result stored under a name; undefined without one. */
  readonly read: <Result>(name: string) => Promise<Result | undefined>;
  /** Stores a result atomically, and returns it as parsed from its text. */
  readonly keep: <Result>(name: string, result: Result) => Promise<Result>;
}

const RUN = 'run.json';

/**
 * Opens a folder for the steps of one run.
 *
 * @param folder undefined stores nothing.
 * @param run everything that the results depend on, as JSON; the folder stores its hash.
 * @throws {UsageError} when the folder has the steps of another run.
 */
export async function openWork(
  io: Pick<RunIo, 'write'>,
  folder: string | undefined,
  run: unknown,
): Promise<WorkFolder> {
  if (folder === undefined) {
    // Through the text all the same, so that a run without a folder gives the same bytes.
    return { read: async () => undefined, keep: async (_, result) => parsed(JSON.stringify(result)) };
  }
  const id = sha256(JSON.stringify(run));
  const path = join(folder, RUN);
  await mkdir(folder, { recursive: true });
  if (existsSync(path)) {
    const { id: known } = parsed<{ readonly id?: unknown }>(await readFile(path, 'utf8'));
    if (known !== id) {
      throw new UsageError(
        `--work: expected a folder without the steps of another run, got ${folder}: its bars, config or Node differ`,
      );
    }
  } else {
    await io.write(path, [`${JSON.stringify({ id, run }, null, 1)}\n`]);
  }
  const fileOf = (name: string): string => join(folder, `${name}.json`);
  return {
    read: async (name) => (existsSync(fileOf(name)) ? parsed(await readFile(fileOf(name), 'utf8')) : undefined),
    keep: async (name, result) => {
      const text = JSON.stringify(result);
      await io.write(fileOf(name), [text]);
      return parsed(text);
    },
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- named by the step that reads it
function parsed<Result>(text: string): Result {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by a step of the same run, which is checked
  return JSON.parse(text) as Result;
}
