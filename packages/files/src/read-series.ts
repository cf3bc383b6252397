/** A series of values over time from a file: what is no bar, such as funding, dominance or a supply. */

import type { DataProblem, Result } from '@barograph/core';
import type { ReadSeriesOptions, Series, SeriesColumns } from './series.ts';

/**
 * Reads one column of a file with a time in each row: CSV in the dialects that bars come in, a JSON list of objects or of
 * `[time, value]`, NDJSON, each plain or gzip. Times are epoch numbers or ISO-8601, as in files of bars. Rows without a value
 * are left out, rows of one time (a panel of symbols) are averaged, the order does not matter.
 *
 * A CSV with a column `timestamp` is taken at its word. In any other file the time goes by the names of exchanges and
 * libraries (`fundingTime`, `calc_time`, `create_time`, `Date` and others), and a value that is not named is one that is called
 * as funding and open interest are, or the only number beside the time; `assumed` says which.
 *
 * A worker thread reads, with the deadline of the file's size, as for bars: years of minutes would block the event loop
 * for seconds. A descriptor such as `/dev/stdin` has no size: it is read here, without a deadline.
 *
 * @param column of the values, as `options.columns.value`; the first with a number in the first row of a CSV with `timestamp`.
 * @returns the series, or the first problem with file, row (data rows from 1) and column.
 * @throws {unknown} the reason of `signal`.
 * @example
 * const funding = await readSeries('BTCUSDT-fundingRate-2026-10.csv');
 * funding.ok && funding.value.value; // → Float64Array(2) [ 0.0001, 0.00012 ]
 * const interest = await readSeries('metrics.csv', 'sum_open_interest', { columns: { time: 'create_time' } });
 * interest.ok && interest.value.value[0]; // → 81250.4
 */
export async function readSeries(
  path: string,
  column?: string,
  options: ReadSeriesOptions = {},
): Promise<Result<Series, DataProblem>> {
  const columns: SeriesColumns = { ...options.columns, ...(column === undefined ? {} : { value: column }) };
  const { seriesOfFile } = await import('./reading.ts');
  return seriesOfFile(path, columns, options);
}
