/** `--jobs`: threads of a command over a folder. */

import { InvalidArgumentError, Option, type Command } from 'commander';
import { availableParallelism } from 'node:os';

/** The flag, parsed. */
export interface JobsFlag {
  readonly jobs?: number;
}

/** A typing error beyond it, and not a machine. */
const MAX_JOBS = 256;

/** Adds the flag. */
export function addJobs(command: Command): Command {
  const flag = new Option('--jobs <n>', 'threads for a folder; the result is the same (default: one for each core)');
  return command.addOption(flag.argParser(jobsOf));
}

function jobsOf(text: string): number {
  const jobs = Number(text);
  if (!Number.isSafeInteger(jobs) || jobs < 1 || jobs > MAX_JOBS) {
    throw new InvalidArgumentError(`expected a whole number from 1 to ${MAX_JOBS}.`);
  }
  return jobs;
}

/** Threads that read files. */
export const readers = ({ jobs = availableParallelism() }: JobsFlag): number => jobs;

/**
 * Threads that compute: those asked for; else one for each core where there is enough to do, and else this one alone, for to start
 * them takes longer.
 *
 * @param rows of all coins. @param worth rows from which on threads pay.
 */
export function workers({ jobs }: JobsFlag, rows: number, worth: number): number {
  return jobs ?? (rows < worth ? 1 : availableParallelism());
}
