/** A series of values over time from CSV: what is no bar, such as funding, dominance or a supply. */

import { err, type DataProblem, type Result } from '@barograph/core';
import type { ReadBarsOptions } from './bars-file.ts';
import { readDeadlineMs } from './read-limits.ts';
import { readSeriesHere } from './read-series-here.ts';
import { lateProblem, sizeOf } from './read-size.ts';
import type { Series } from './series.ts';
import { readSeriesInWorker } from './worker-pool.ts';

/** Options of reading a series. */
export type ReadSeriesOptions = Pick<ReadBarsOptions, 'limits' | 'signal'>;

/**
 * Reads one column of a CSV file (plain or gzip) with a column `timestamp`: epoch numbers or ISO-8601, as in files of
 * bars. Rows without a value are left out, rows of one time (a panel of symbols) are averaged, the order does not matter.
 *
 * A worker thread reads, with the deadline of the file's size, as for bars: years of minutes would block the event loop
 * for seconds. A named pipe has no size: it is read here and has no deadline.
 *
 * @param column which one; the first with a number in the first row when it is not named.
 * @returns the series, or the first problem with file, row (data rows from 1) and column.
 * @throws {unknown} the reason of `signal`.
 */
export async function readSeries(
  path: string,
  column?: string,
  options: ReadSeriesOptions = {},
): Promise<Result<Series, DataProblem>> {
  const size = await sizeOf(path);
  if (size === undefined) return readSeriesHere(path, column);
  const deadlineMs = readDeadlineMs(size, options.limits);
  const result = await readSeriesInWorker({ kind: 'series', file: path, column }, deadlineMs, options);
  return result === 'late' ? err(lateProblem(path, size, deadlineMs)) : result;
}
