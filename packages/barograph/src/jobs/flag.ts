/** `--jobs`: number of threads for a folder. */

import { InvalidArgumentError, Option, type Command } from 'commander';
import { availableParallelism } from 'node:os';

export interface JobsFlag {
  readonly jobs?: number;
}

/** Upper limit: a larger number is a typing error. */
const MAX_JOBS = 256;

/** Adds the flag. */
export function addJobs(command: Command): Command {
  const flag = new Option(
    '--jobs <n>',
    'number of threads for a folder; the result does not depend on it (default: one for each core)',
  );
  return command.addOption(flag.argParser(jobsOf));
}

function jobsOf(text: string): number {
  const jobs = Number(text);
  if (!Number.isSafeInteger(jobs) || jobs < 1 || jobs > MAX_JOBS) {
    throw new InvalidArgumentError(`expected a whole number from 1 to ${MAX_JOBS}.`);
  }
  return jobs;
}

/** Number of threads that read files. */
export const readers = ({ jobs = availableParallelism() }: JobsFlag): number => jobs;

/**
 * Number of threads that compute: the flag's; else one per core for enough rows; else 1, because starting threads
 * takes longer than the work.
 *
 * @param rows rows of all coins. @param worth minimum rows for threads.
 */
export function workers({ jobs }: JobsFlag, rows: number, worth: number): number {
  return jobs ?? (rows < worth ? 1 : availableParallelism());
}
