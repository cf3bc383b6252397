/** Files without a header, and arrays: which column is which, by their number. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import { ask, type ColumnMap, type ColumnOptions } from './columns.ts';
import { BAR_COLUMNS, type BarColumn } from './column-names.ts';
import { parseIsoTime } from './iso-time.ts';

/** Layouts by their number of cells; all begin with time, open, high, low, close. */
const LAYOUTS: ReadonlyMap<number, { readonly volume: number; readonly name: string }> = new Map([
  [6, { volume: 5, name: 'time, open, high, low, close, volume (ccxt and others)' }],
  [7, { volume: 5, name: 'time, open, high, low, close, volume, trades (Kraken)' }],
  [8, { volume: 6, name: 'time, open, high, low, close, vwap, volume, trades (Kraken)' }],
  [12, { volume: 5, name: 'the klines of Binance (open time, open, high, low, close, volume, close time, …)' }],
]);

/** Number of a cell; NaN for an empty one. A decimal comma counts: that such a number is refused is said of its row. */
const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text.trim().replace(',', '.')));

/** Whether cells are a row of bars and no header. */
export function isDataRow(cells: readonly string[]): boolean {
  if (cells.length < 5) return false;
  const [time = '', ...rest] = cells;
  const hasTime =
    !Number.isNaN(numberOf(time)) || !Number.isNaN(parseIsoTime(time.trim())) || /^\d+[./ -]\d/.test(time);
  return hasTime && rest.slice(0, 4).filter((cell) => !Number.isNaN(numberOf(cell))).length >= 3;
}

/** The columns of rows of so many cells, by the mapping or by the layout that they usually have. */
export function columnsByNumber(width: number, how: ColumnOptions): Result<ColumnMap, DataProblem> {
  const mapping = how.columns ?? {};
  const layout = LAYOUTS.get(width);
  const usual = layout === undefined ? undefined : [0, 1, 2, 3, 4, layout.volume];
  const index: number[] = [];
  for (const [at, field] of BAR_COLUMNS.slice(0, 6).entries()) {
    const place = mapping[field] === undefined ? usual?.[at] : placeOf(mapping[field], width);
    if (place === undefined) return err(noPlace(field, width, mapping[field], how));
    index.push(place);
  }
  const symbol = mapping.symbol === undefined || mapping.symbol === '' ? -1 : placeOf(mapping.symbol, width);
  if (symbol === undefined) return err(noPlace('symbol', width, mapping.symbol, how));
  const isNamed = BAR_COLUMNS.slice(0, 6).every((field) => mapping[field] !== undefined);
  const assumed = isNamed ? [] : [`no header: ${layout?.name ?? 'columns by number'}`];
  return ok({ index, names: BAR_COLUMNS.slice(0, 6), symbol, isNative: false, assumed });
}

function placeOf(text: string, width: number): number | undefined {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= width ? number - 1 : undefined;
}

function noPlace(field: BarColumn, width: number, asked: string | undefined, how: ColumnOptions): DataProblem {
  if (asked !== undefined) {
    const expected = `the number of a column, 1 to ${width}, for ${field}: the file has no header`;
    return { code: 'missing_column', column: field, expected, got: JSON.stringify(asked) };
  }
  const known = [...LAYOUTS.keys()].join(', ');
  const expected = `a header, or rows of ${known} cells, or numbers of columns (${ask(field, how).replace('NAME', '1')})`;
  return { code: 'missing_column', column: field, expected, got: `rows of ${width} cells without a header` };
}
