/** A series of values over time from CSV, read in this thread. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';
import { openFile, SourceError, type ByteSource } from './byte-source.ts';
import type { Series } from './series.ts';
import { TimeReader } from './time-reader.ts';
import { textOf } from './whole-file.ts';

/** Reads a file, or a named pipe. */
export async function readSeriesHere(path: string, column: string | undefined): Promise<Result<Series, DataProblem>> {
  let source: ByteSource | undefined;
  try {
    source = await openFile(path);
    const series = parseSeries(await textOf(source), column);
    return series.ok ? ok({ file: path, ...series.value }) : err({ file: path, ...series.error });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return err({ file: path, ...error.problem });
  } finally {
    await source?.close();
  }
}

/** A cell with a comma in quotes is no number and no name of a column that is asked for: lines are split plainly. */
function parseSeries(text: string, asked: string | undefined): Result<Omit<Series, 'file'>, DataProblem> {
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const header = (rows[0] ?? '')
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim());
  const timeAt = header.indexOf('timestamp');
  if (rows.length < 2) return err({ code: 'empty_file', expected: 'rows of values', got: 'none' });
  if (timeAt === -1) {
    const got = header.join(', ').slice(0, 80);
    return err({ code: 'missing_column', column: 'timestamp', expected: 'a header with timestamp', got });
  }
  const first = rows[1]!.split(',');
  const valueAt =
    asked === undefined
      ? header.findIndex((_, i) => i !== timeAt && first[i] !== undefined && numberOf(first[i]) !== null)
      : header.indexOf(asked);
  if (valueAt === -1) {
    const column = asked ?? 'value';
    return err({
      code: 'missing_column',
      column,
      expected: 'a column of numbers',
      got: header.join(', ').slice(0, 80),
    });
  }
  const times = new TimeReader();
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [i, line] of rows.slice(1).entries()) {
    const cells = line.split(',');
    const bad = (column: string, expected: string, at: number): Result<never, DataProblem> =>
      err({ code: 'bad_value', row: i + 1, column, expected, got: shown(cells[at]) });
    const number = numberOf(cells[timeAt]);
    const time = number === null ? times.ofText(cells[timeAt] ?? '') : times.ofNumber(number);
    if (!Number.isFinite(time)) return bad('timestamp', times.expected, timeAt);
    if ((cells[valueAt] ?? '').trim() === '') continue;
    const value = numberOf(cells[valueAt]);
    if (value === null) return bad(header[valueAt]!, 'a number', valueAt);
    const known = sums.get(time) ?? { sum: 0, count: 0 };
    sums.set(time, { sum: known.sum + value, count: known.count + 1 });
  }
  const sorted = [...sums].sort(([a], [b]) => a - b);
  return ok({
    column: header[valueAt]!,
    time: Float64Array.from(sorted, ([time]) => time),
    value: Float64Array.from(sorted, ([, { sum, count }]) => sum / count),
  });
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
