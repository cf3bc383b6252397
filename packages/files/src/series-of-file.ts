/** Reads a series from a file in a worker thread with a deadline. */

import { err, type DataProblem, type Result } from '@barograph/core';
import { nameProblem } from './coin-name.ts';
import { readDeadlineMs } from './read-limits.ts';
import { readSeriesHere } from './read-series-here.ts';
import { lateProblem, sizeOf } from './read-size.ts';
import type { ReadSeriesOptions, Series, SeriesColumns } from './series.ts';
import { readSeriesInWorker } from './worker-pool.ts';

/** Reads the series of a file. */
export async function seriesOfFile(
  path: string,
  columns: SeriesColumns,
  options: ReadSeriesOptions,
): Promise<Result<Series, DataProblem>> {
  const unnamed = nameProblem(path);
  if (unnamed !== undefined) return err(unnamed);
  const size = await sizeOf(path);
  if (size === undefined) return readSeriesHere(path, columns);
  const deadlineMs = readDeadlineMs(size, options.limits);
  const result = await readSeriesInWorker({ kind: 'series', file: path, columns }, deadlineMs, options);
  return result === 'late' ? err(lateProblem(path, size, deadlineMs)) : result;
}
