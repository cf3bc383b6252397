/** Loads `@barograph/lab`, the optional package that trains and tests models. */

import type * as lab from '@barograph/lab';
import { loadApart } from './apart.ts';
import { CommandError, say, type Io } from './io.ts';
import { writeOutput } from './output.ts';
import { createProgress } from './progress.ts';

export type Lab = typeof lab;

/** Loads the lab. @throws {CommandError} when it is not installed; the message says how to install it. */
export async function loadLab(load: () => Promise<Lab> = async () => import('@barograph/lab')): Promise<Lab> {
  return loadApart('@barograph/lab', load);
}

/** Output of a run of the lab. */
export function runIo(io: Io): lab.RunIo {
  return {
    say: (line) => say(io, line),
    progress: (label) => createProgress(io, label, { name: 'steps', size: 1 }),
    write: async (path, pieces) => writeOutput(io, path, pieces),
  };
}

/** Runs a fit and returns its result. @throws {CommandError} when the bars do not allow a fit. */
export async function fitted<Result>({ FitError }: Lab, fit: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await fit();
  } catch (error) {
    if (error instanceof FitError) throw new CommandError(`--bars: ${error.message}`, { cause: error });
    throw error;
  }
}
