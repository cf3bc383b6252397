/** Files of bars for a command: one file, standard input, or a folder with a file for each coin. */

import { describeProblem } from '@barograph/core';
import { readBarsFolder, type BarsFile, type ReadBarsOptions } from '@barograph/files';
import { stat } from 'node:fs/promises';
import { readInput } from './input.ts';
import { CommandError, say, type Io } from './io.ts';
import { createProgress, FILES } from './progress.ts';

/** Result of reading the inputs. */
export interface Inputs {
  readonly isFolder: boolean;
  /** Of a folder in the order of the names; at least one. */
  readonly files: readonly BarsFile[];
}

/** Options for reading bars. */
export interface InputsOptions extends Pick<ReadBarsOptions, 'repair' | 'interval' | 'intervalFlag'> {
  /** Leaves out the unreadable files of a folder, and reports them. */
  readonly skipBad?: boolean;
}

/** Reads a file, standard input for `-`, or a folder. @throws {CommandError} for what cannot be read. */
export async function readInputs(io: Io, path: string, options: InputsOptions): Promise<Inputs> {
  const { repair = false, skipBad = false, interval, intervalFlag } = options;
  const how = { repair, interval, intervalFlag };
  if (path === '-' || !(await isFolder(path))) return { isFolder: false, files: [await readInput(io, path, how)] };
  return { isFolder: true, files: await readFolder(io, path, { ...how, skipBad }) };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // the reader of the file says what is wrong
  }
}

async function readFolder(io: Io, path: string, how: InputsOptions): Promise<readonly BarsFile[]> {
  const progress = createProgress(io, 'reading', FILES);
  const result = await readBarsFolder(path, { ...how, onProgress: progress.report });
  progress.stop();
  if (!result.ok) throw new CommandError(describeProblem(result.error));
  const { files, ignored, bad } = result.value;
  for (const problem of bad) say(io, `left out ${describeProblem(problem)}`);
  if (ignored.length > 0) say(io, `${path}: ignored ${ignored.join(', ')}`);
  return files;
}
