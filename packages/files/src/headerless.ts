/** Files without a header, and arrays: which column is which, by a layout that the rows confirm. */

import { err, ok, oneOf, type DataProblem, type Result } from '@barograph/core';
import { ask, listed, type ColumnMap, type ColumnOptions } from './columns.ts';
import { BAR_COLUMNS, type BarColumn } from './column-names.ts';
import { parseIsoTime } from './iso-time.ts';
import { LAYOUT_NAMES, LAYOUTS, type Layout, type LayoutName } from './layouts.ts';

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

/**
 * The columns of rows without a header: by the mapping, by the layout that the caller names, or by the layout that the first
 * row confirms. The reader holds every row to `check`.
 *
 * @param cells of the first row.
 * @throws {UsageError} when `how.layout` is not a layout.
 */
export function columnsByNumber(cells: readonly unknown[], how: ColumnOptions): Result<ColumnMap, DataProblem> {
  const width = cells.length;
  if (how.layout !== undefined) return columnsOfLayout(LAYOUTS[oneOf('layout', how.layout, LAYOUT_NAMES)], width, how);
  const candidates = LAYOUT_NAMES.filter((name) => LAYOUTS[name].widths.some((each) => each === width));
  const [first = columnsOfLayout(undefined, width, how), ...others] = candidates.map((name) =>
    columnsOfLayout(LAYOUTS[name], width, how),
  );
  const confirmed = [first, ...others].find((found) => !found.ok || rowConfirms(cells, found.value));
  return confirmed ?? err(noLayout(candidates, cells, how));
}

/** Whether the first row confirms the layout, or has a price or volume that is no number: its reader says so. */
function rowConfirms(cells: readonly unknown[], { index, check }: ColumnMap): boolean {
  if (check === undefined) return true;
  if (check.witnesses.some((at) => index.includes(at))) return false;
  const row = [...index, ...check.witnesses].map((at) => numberIn(cells[at]));
  return row.slice(1, 6).some(Number.isNaN) || check.confirms(row);
}

const numberIn = (cell: unknown): number => (typeof cell === 'string' ? numberOf(cell) : Number(cell ?? NaN));

function columnsOfLayout(
  layout: Layout | undefined,
  width: number,
  how: ColumnOptions,
): Result<ColumnMap, DataProblem> {
  const mapping = how.columns ?? {};
  const usual = layout === undefined ? undefined : [0, 1, 2, 3, 4, layout.volume];
  const index: number[] = [];
  for (const [at, field] of BAR_COLUMNS.slice(0, 6).entries()) {
    const place = mapping[field] === undefined ? usual?.[at] : placeOf(mapping[field], width);
    if (place === undefined || place >= width) return err(noPlace(field, width, mapping[field], how));
    index.push(place);
  }
  const symbol = mapping.symbol === undefined || mapping.symbol === '' ? -1 : placeOf(mapping.symbol, width);
  if (symbol === undefined) return err(noPlace('symbol', width, mapping.symbol, how));
  const names = BAR_COLUMNS.slice(0, 6);
  const found = { index, names, symbol, isNative: false };
  if (how.layout !== undefined || names.every((field) => mapping[field] !== undefined))
    return ok({ ...found, assumed: [] });
  // The cells that confirm a layout confirm its volume: a caller who names that needs no layout.
  if (layout === undefined || mapping.volume !== undefined)
    return ok({ ...found, assumed: ['no header: columns by number'] });
  const { title, witnesses, confirms, rule } = layout;
  const assumed = [`no header: ${title}`];
  if (witnesses.length === 0) return ok({ ...found, assumed });
  const expected = `a row of ${title}: ${rule}; if the cells are others, ${askLayout(how)}`;
  return ok({ ...found, assumed, check: { witnesses, confirms, expected } });
}

function noLayout(candidates: readonly LayoutName[], cells: readonly unknown[], how: ColumnOptions): DataProblem {
  const known = candidates.map((name) => `${name} (${LAYOUTS[name].title}: ${LAYOUTS[name].rule})`);
  const expected = `rows of ${known.join(', or ')}; if the cells are others, ${askLayout(how)}`;
  return { code: 'missing_column', row: 1, expected, got: listed(cells.map(String)) };
}

/** Request for a layout, in the terms of the caller: a host has no flag for columns. */
function askLayout(how: ColumnOptions): string {
  const { layoutFlag, columnsFlag } = how;
  if (layoutFlag !== undefined && columnsFlag === undefined) return `name them (${layoutFlag} NAME)`;
  const name = layoutFlag === undefined ? 'layout: NAME' : `${layoutFlag} NAME`;
  return `name them (${name}, or ${ask('volume', how).replace('NAME', 'NUMBER')})`;
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
  const known = [...new Set(LAYOUT_NAMES.flatMap((name) => LAYOUTS[name].widths))].join(', ');
  const expected = `a header, or rows of ${known} cells, or numbers of columns (${ask(field, how).replace('NAME', '1')})`;
  return { code: 'missing_column', column: field, expected, got: `rows of ${width} cells without a header` };
}
