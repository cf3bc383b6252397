/** Column mapping of files without a header, and of arrays, by a layout that the rows confirm. */

import { err, layoutOf, ok, parseDate, TimeReader, type DataProblem, type Result } from '@barograph/core';
import { ask, listed, type ColumnMap, type ColumnOptions } from './columns.ts';
import { BAR_COLUMNS, type BarColumn } from './column-names.ts';
import { roundedTimes } from './time-faults.ts';

/** Parses a cell; NaN when empty. Accepts a decimal comma here, so that the row reader reports it. */
const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text.trim().replace(',', '.')));
const numberIn = (cell: unknown): number => (typeof cell === 'string' ? numberOf(cell) : Number(cell ?? NaN));

/** Whether cells are a row of bars rather than a header. */
export function isDataRow(cells: readonly string[]): boolean {
  if (cells.length < 5) return false;
  const [time = '', ...rest] = cells;
  const hasTime =
    !Number.isNaN(numberOf(time)) || !Number.isNaN(parseDate(time, 'dmy')) || /^\d+[./ -]\d/.test(time.trim());
  return hasTime && rest.slice(0, 4).filter((cell) => !Number.isNaN(numberOf(cell))).length >= 3;
}

/** A time of day. */
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/** Fields that can be mapped, in the order of the candle columns. */
const FIELDS = BAR_COLUMNS.slice(0, 6);

/**
 * Maps the columns of rows without a header: by the mapping, by the caller's layout, or by the layout that the rows
 * confirm. The reader applies `check` to every row.
 *
 * @param rows first rows, of equal width.
 * @throws {UsageError} when `how.layout` is not a layout.
 */
export function columnsByNumber(
  rows: readonly (readonly unknown[])[],
  how: ColumnOptions,
): Result<ColumnMap, DataProblem> {
  const width = rows[0]!.length;
  const mapping = how.columns ?? {};
  const places: (number | undefined)[] = [];
  for (const field of FIELDS) {
    const text = mapping[field];
    const place = text === undefined ? undefined : placeOf(text, width);
    if (text !== undefined && place === undefined) return err(noPlace(field, width, text));
    places.push(place);
  }
  const symbol = mapping.symbol === undefined || mapping.symbol === '' ? -1 : placeOf(mapping.symbol, width);
  if (symbol === undefined) return err(noPlace('symbol', width, mapping.symbol!));
  const about = { names: FIELDS, symbol, isNative: false };
  // A mapping of the volume, or of all columns, needs no layout.
  if (how.layout === undefined && (places[5] !== undefined || places.every((place) => place !== undefined))) {
    const index = places.map((place, at) => place ?? at);
    const assumed = places.includes(undefined) ? ['no header: columns by number'] : [];
    return ok({ ...about, index, assumed });
  }
  if (rows.every(([, second]) => typeof second === 'string' && CLOCK.test(second.trim()))) {
    const expected = 'the time of a bar in one column';
    return err({
      code: 'bad_value',
      row: 1,
      expected,
      got: 'date and time in two columns: join them, as 2024-01-31T12:00',
    });
  }
  const numbers = rows.map((row) => row.map(numberIn));
  const found = layoutOf(numbers, width, { layout: how.layout, places, ask: askLayout(how) });
  if (!found.ok) {
    // Close times confirm nothing when rounded opens break their interval.
    const rounded = numbers[0]!.map((_, at) => roundedIn(numbers, at)).find((problem) => problem !== undefined);
    return err(rounded ?? { ...found.error, got: rowIn(found.error.got) });
  }
  const { index, title, check } = found.value;
  const assumed = how.layout === undefined ? [`no header: ${title}`] : [];
  if (check === undefined) return ok({ ...about, index, assumed });
  const expected = `${check.expected}; if the cells are others, ${askLayout(how)}`;
  return ok({ ...about, index, assumed, check: { ...check, expected } });
}

/** Minimum number that counts as a time without a layout. */
const LEAST_TIME = 1e9;

/** Problem of a column of rounded times; otherwise undefined. */
function roundedIn(rows: readonly (readonly number[])[], at: number): DataProblem | undefined {
  if (!rows.every((row) => row[at]! >= LEAST_TIME)) return undefined;
  const times = new TimeReader();
  return roundedTimes(Float64Array.from(rows, (row) => times.ofNumber(row[at]!)));
}

const rowIn = (got: string): string => (/^\d/.test(got) ? listed(got.split(', ')) : got);

/** Message that asks for a layout, with the caller's flag; hosts have no flag for columns. */
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

function noPlace(field: BarColumn, width: number, name: string): DataProblem {
  const expected = `the number of a column, 1 to ${width}, for ${field}: the file has no header`;
  return { code: 'missing_column', column: field, expected, got: JSON.stringify(name) };
}
