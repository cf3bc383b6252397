/** Reads a series of values over time from a file: data other than bars, such as funding, dominance or supply. */

import type { DataProblem, Result } from '@barograph/core';
import type { ReadSeriesOptions, Series, SeriesColumns } from './series.ts';

/**
 * Reads one column of a file with a time in each row: CSV in the dialects of bars, a JSON list of objects or of `[time, value]`,
 * NDJSON, each plain or gzip. Times are epoch numbers or ISO-8601, as in files of bars. Rows without a value are dropped, rows of one
 * time (a panel of symbols) are averaged, and any order is accepted.
 *
 * A CSV with a column `timestamp` is trusted. In other files the time column is found by the names of exchanges and libraries
 * (`fundingTime`, `calc_time`, `create_time`, `Date` and others). An unnamed value column is one with a usual name of funding or open
 * interest, or the only number next to the time; `assumed` reports it.
 *
 * A worker thread reads, with the deadline for the file's size, because years of minutes would block the event loop for seconds. A
 * descriptor such as `/dev/stdin` has no size: it is read in this thread, without a deadline.
 *
 * @param column column of the values, like `options.columns.value`. @default in a CSV with `timestamp`, the first with a number in the first row
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
