/** Dialect of a CSV of bars: delimiter, start of the data, and column mapping. */

import {
  dateOrder,
  err,
  LAYOUT_ROWS,
  needsOrder,
  ok,
  type DataProblem,
  type DateOrder,
  type Result,
} from '@barograph/core';
import { bare, isTimeName } from './column-names.ts';
import { findColumns, listed, type ColumnMap, type ColumnOptions } from './columns.ts';
import { CsvCells } from './csv-cells.ts';
import { preambleOf, type Preamble } from './csv-preamble.ts';
import { columnsByNumber, isDataRow } from './headerless.ts';

/** Rows examined: a yfinance header has three. */
const LOOKED_AT = 4;
/** Bytes examined for the layout, or for the order of day and month. */
const WINDOW_BYTES: number = 1 << 16;
/** Rows examined for the order of day and month: enough for hourly rows to reach the 13th. */
const DATE_ROWS = 1024;
/** First cells of a header in several rows. */
const STACKED: ReadonlySet<string> = new Set(['', 'attributes', 'price', 'ticker']);

/** Dialect of one file. */
export interface CsvDialect {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Cells of a row. */
  readonly width: number;
  /** Offset of the first row of data. */
  readonly start: number;
  readonly columns: ColumnMap;
  /** Order of day and month in numeric dates. */
  readonly order: DateOrder | undefined;
}

interface FirstRow {
  readonly cells: readonly string[];
  readonly start: number;
  readonly next: number;
}

/**
 * Detects the dialect from the first rows.
 *
 * @returns undefined while more rows are needed and expected.
 */
export function csvDialect(
  bytes: Buffer,
  isLast: boolean,
  how: ColumnOptions,
): Result<CsvDialect, DataProblem> | undefined {
  const preamble = preambleOf(bytes, isLast);
  if (preamble === undefined) return undefined;
  const { start, delimiter, notes } = preamble;
  const rows = firstRows(bytes, start, delimiter, isLast);
  if (rows === undefined) return hopeless(bytes, preamble, how);
  const [first] = rows;
  if (first === undefined) return err({ code: 'empty_file', expected: 'rows of bars', got: 'blank lines only' });
  const isHeaderless = isDataRow(first.cells);
  const hasDates = rows.some(({ cells }) => cells.some(needsOrder));
  const width = first.cells.length;
  let window: readonly (readonly string[])[] = [];
  if (isHeaderless || hasDates) {
    if (!isLast && bytes.length - start < WINDOW_BYTES) return undefined;
    window = firstRows(bytes, start, delimiter, true, hasDates ? DATE_ROWS : LAYOUT_ROWS)!
      .map(({ cells }) => cells)
      .filter((cells) => cells.length === width);
  }
  const layout = isHeaderless
    ? ok({ columns: columnsByNumber(window.slice(0, LAYOUT_ROWS), how), data: first.start })
    : header(rows, how, delimiter === ',');
  if (!layout.ok) return layout;
  const { columns, data } = layout.value;
  if (!columns.ok) return columns;
  const assumed = [...notes, ...columns.value.assumed];
  return ok({
    delimiter: delimiter.charCodeAt(0),
    width,
    start: data,
    order: hasDates ? dateOrder(window.map((cells) => cells[columns.value.index[0]!]!)) : undefined,
    columns: { ...columns.value, isNative: columns.value.isNative && assumed.length === 0, assumed },
  });
}

/** Columns of a header of one or three rows, and the start of the data. */
function header(
  rows: readonly FirstRow[],
  how: ColumnOptions,
  isTrusted: boolean,
): Result<{ readonly columns: Result<ColumnMap, DataProblem>; readonly data: number }, DataProblem> {
  const last = rows.findIndex(
    ({ cells: [name = '', ...others] }, i) => i > 0 && isTimeName(name) && others.every((cell) => cell.trim() === ''),
  );
  if (last === -1)
    return ok({ columns: findColumns(rows[0]!.cells, how, isTrusted, rows[1]?.cells), data: rows[0]!.next });
  const above = rows.slice(0, last).map(({ cells }) => cells);
  const isPrices = (cells: readonly string[]): boolean => cells.some((cell) => bare(cell) === 'close');
  const prices = above.find(isPrices);
  const tickers = new Set(above.filter((cells) => cells !== prices).flatMap((cells) => cells.slice(1)));
  tickers.delete('');
  if (prices === undefined || tickers.size > 1) {
    const expected = 'one ticker in a file, or a row for each ticker and time (in pandas: df.stack(level="Ticker"))';
    return err({ code: 'missing_column', expected, got: listed([...tickers]) });
  }
  const found = findColumns([rows[last]!.cells[0]!, ...prices.slice(1)], how);
  if (!found.ok) return found;
  const note = 'a header of several rows, as yfinance writes it; its volumes of pairs with USD are in USD';
  return ok({
    columns: ok({ ...found.value, assumed: [note, ...found.value.assumed] }),
    data: rows[last]!.next,
  });
}

/** Problem of a first row that cannot be a header, reported early to the writer of a pipe. */
function hopeless(
  bytes: Buffer,
  { start, delimiter }: Preamble,
  how: ColumnOptions,
): Result<never, DataProblem> | undefined {
  const [first] = firstRows(bytes, start, delimiter, false, 1) ?? [];
  if (first === undefined || isDataRow(first.cells)) return undefined;
  const mayHaveMore = STACKED.has(bare(first.cells[0]!)) || first.cells.some((cell) => bare(cell) === 'close');
  if (mayHaveMore) return undefined;
  const found = findColumns(first.cells, how, delimiter === ',');
  return found.ok ? undefined : found;
}

function firstRows(
  bytes: Buffer,
  start: number,
  delimiter: string,
  isLast: boolean,
  most: number = LOOKED_AT,
): readonly FirstRow[] | undefined {
  const walk = new CsvCells(delimiter.charCodeAt(0));
  walk.open(bytes, isLast);
  walk.next = start;
  const rows: FirstRow[] = [];
  while (rows.length < most && walk.next < bytes.length) {
    const from = walk.next;
    const cells: string[] = [];
    do {
      if (!walk.advance()) return isLast ? rows : undefined;
      cells.push(bytes.toString('utf8', walk.start, walk.end).replaceAll('""', '"'));
    } while (!walk.endsRow && walk.next < bytes.length);
    if (cells.length > 1 || cells[0]!.trim() !== '') rows.push({ cells, start: from, next: walk.next });
  }
  return rows.length < most && !isLast ? undefined : rows;
}
