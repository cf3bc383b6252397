/** Converts cells of typed formats (NDJSON, Parquet) to numbers. */

import { shown, type DataProblem, type LayoutCheck, type TimeReader } from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import type { ColumnMap } from './columns.ts';
import { outOfBounds, READ_BOUNDS_V1 } from './read-bounds.ts';

const cells = new Float64Array(8);

/**
 * Adds a row of six values in the order of `FILE_COLUMNS`: numbers, integers of any width, or numeric texts (exchanges quote their
 * prices). Values of cells that confirm a layout follow.
 *
 * @returns the problem that ends the reading.
 */
export function addValues(
  rows: BarRows,
  columns: ColumnMap,
  times: TimeReader,
  values: readonly unknown[],
): DataProblem | undefined {
  for (let i = 0; i < 6; i++) {
    const value = values[i];
    const cell = i === 0 ? timeOf(value, times) : numberOf(value);
    if (!Number.isFinite(cell)) {
      return rows.refuse(cellProblem(columns.names[i]!, i === 0 ? times.expected : undefined, value));
    }
    cells[i] = cell;
  }
  const wide = outOfBounds(cells);
  if (wide !== undefined) return rows.refuse(boundsProblem(columns, wide));
  for (let i = 6; i < values.length; i++) cells[i] = numberOf(values[i]);
  if (columns.check?.confirms(cells) === false) return rows.refuse(layoutProblem(columns, columns.check, values));
  rows.add(cells);
  return undefined;
}

/**
 * Times of rows that need no further check: six numeric columns, all finite and within bounds, prices above zero.
 *
 * @param times parser of numeric times; undefined when they are already epoch ms.
 * @returns epoch ms, reusing the column when possible; undefined when a row needs a check, in which {@link addValues} decides whether and
 * why it is refused.
 */
export function soundTimes(times: TimeReader | undefined, data: readonly Float64Array[]): Float64Array | undefined {
  const [time, open, high, low, close, volume] = [data[0]!, data[1]!, data[2]!, data[3]!, data[4]!, data[5]!];
  const read = times === undefined ? time : times.ofNumbers(time);
  for (let i = 0; i < read.length; i++) {
    const last = close[i]!;
    const traded = volume[i]!;
    const isSound =
      Math.abs(read[i]!) < Infinity &&
      isPrice(open[i]!) &&
      isPrice(high[i]!) &&
      isPrice(low[i]!) &&
      isPrice(last) &&
      traded >= 0 &&
      traded <= maxVolume &&
      last * traded <= maxNotional;
    if (!isSound) return undefined;
  }
  return read;
}

const { minPrice, maxPrice, maxVolume, maxNotional } = READ_BOUNDS_V1;
const isPrice = (value: number): boolean => value >= minPrice && value <= maxPrice;

/** Problem of a number that would overflow, under the file's column name. */
export function boundsProblem(columns: ColumnMap, wide: NonNullable<ReturnType<typeof outOfBounds>>): DataProblem {
  return { code: 'bad_value', column: columns.names[wide.column]!, expected: wide.expected, got: wide.got };
}

/** Problem of a row that does not confirm its layout. @param values of the row, in check order. */
export function layoutProblem(
  { names }: ColumnMap,
  { expected, witnesses }: LayoutCheck,
  values: ArrayLike<unknown>,
): DataProblem {
  const cells = witnesses.map((place, i) => `${shown(values[6 + i])} in cell ${place + 1}`);
  return { code: 'bad_value', expected, got: `${names[5]!} ${shown(values[5])}, ${cells.join(', ')}` };
}

/** Problem of a cell that is not a finite number. */
export function cellProblem(column: string, expectedTime: string | undefined, value: unknown): DataProblem {
  const empty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  const infinite = Math.abs(numberOf(value)) === Infinity || value === 'NaN';
  const expected = expectedTime ?? (infinite ? 'a finite number' : 'a number');
  return { code: 'bad_value', column, expected, got: empty ? 'an empty cell' : shown(value) };
}

/** Coin name in a cell: text or digits; empty for other values. */
export function nameIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

function timeOf(value: unknown, times: TimeReader): number {
  const number = numberOf(value);
  return typeof value === 'string' && Number.isNaN(number) ? times.ofText(value) : times.ofNumber(number);
}
