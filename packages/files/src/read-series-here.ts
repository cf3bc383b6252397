/** Reads a series of values over time in this thread. */

import { dateOrder, err, LAYOUT_ROWS, ok, shown, type DataProblem, type Result, TimeReader } from '@barograph/core';
import { openFile, SourceError, type ByteSource } from './byte-source.ts';
import { cellHint } from './number-hints.ts';
import { seriesPlaces } from './series-columns.ts';
import { seriesRows } from './series-rows.ts';
import type { Series, SeriesColumns } from './series.ts';
import { textOf } from './whole-file.ts';

/** Reads a file, or a descriptor of this process. */
export async function readSeriesHere(path: string, columns: SeriesColumns): Promise<Result<Series, DataProblem>> {
  let source: ByteSource | undefined;
  try {
    source = await openFile(path);
    const series = parseSeries(await textOf(source), columns);
    return series.ok ? ok({ file: path, ...series.value }) : err({ file: path, ...series.error });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return err({ file: path, ...error.problem });
  } finally {
    await source?.close();
  }
}

function parseSeries(text: string, columns: SeriesColumns): Result<Omit<Series, 'file'>, DataProblem> {
  const table = seriesRows(text);
  if (!table.ok) return table;
  const { header, length, isPlain } = table.value;
  const places = seriesPlaces(header, table.value.cells(0), columns, isPlain);
  if (!places.ok) return places;
  const { time: timeAt, value: valueAt } = places.value;
  const head = Array.from({ length: Math.min(length, LAYOUT_ROWS) }, (_, i) => table.value.cells(i)[timeAt] ?? '');
  const times = new TimeReader(undefined, dateOrder(head));
  const sums = new Map<number, { sum: number; count: number }>();
  for (let i = 0; i < length; i++) {
    const cells = table.value.cells(i);
    const bad = (at: number, expected: string): Result<never, DataProblem> =>
      err({ code: 'bad_value', row: i + 1, column: header[at]!, expected, got: shown(cells[at]) });
    const cell = cells[timeAt] ?? '';
    const number = numberOf(cell);
    const time = number === null ? times.ofText(cell) : times.ofNumber(number);
    if (!Number.isFinite(time)) return bad(timeAt, times.expected + cellHint(true, cell));
    const valueCell = cells[valueAt] ?? '';
    if (valueCell.trim() === '') continue;
    const value = numberOf(valueCell);
    if (value === null) return bad(valueAt, `a number${hintOf(valueCell)}`);
    const known = sums.get(time) ?? { sum: 0, count: 0 };
    sums.set(time, { sum: known.sum + value, count: known.count + 1 });
  }
  const sorted = [...sums].sort(([a], [b]) => a - b);
  return ok({
    column: header[valueAt]!,
    time: Float64Array.from(sorted, ([time]) => time),
    value: Float64Array.from(sorted, ([, { sum, count }]) => sum / count),
    assumed: [...table.value.assumed, ...places.value.assumed],
  });
}

const hintOf = (cell: string): string =>
  cell.trim().endsWith('%') ? ' as a fraction: write 0.0001, not 0.01%' : cellHint(false, cell);

function numberOf(text: string): number | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
