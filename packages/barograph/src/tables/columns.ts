/** A table as columns: the shape that the engines answer in, that Arrow and Arquero share, and that a file holds. */

import { UsageError } from '@barograph/core';

/**
 * A column. Numbers are typed arrays, NaN where a value is not defined; texts and flags are lists, null where they are
 * not. Times are epoch ms.
 */
export type Column =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | readonly (string | null)[]
  | readonly (boolean | null)[];

/** Columns of one length under their names, in their order. */
export type Columns = Readonly<Record<string, Column>>;

/** A column of numbers. */
export type NumberColumn = Exclude<Column, readonly (string | null)[] | readonly (boolean | null)[]>;

/** Whether a value is a typed array of plain numbers. */
export function isNumbers(value: unknown): value is NumberColumn {
  return (
    ArrayBuffer.isView(value) &&
    !(value instanceof DataView) &&
    !(value instanceof BigInt64Array) &&
    !(value instanceof BigUint64Array)
  );
}

/** Number of rows. @throws {UsageError} columns of several lengths; the message names the first that differs. */
export function rowsOf(columns: Columns): number {
  const [first, ...others] = Object.entries(columns);
  if (first === undefined) return 0;
  for (const [name, { length }] of others) {
    if (length !== first[1].length) {
      throw new UsageError(`"${name}" expected ${first[1].length} values like "${first[0]}", got ${length}`);
    }
  }
  return first[1].length;
}

/** Value of a row of a column; null where it is not defined. */
export function cellAt(column: Column, row: number): number | string | boolean | null {
  const value = column[row];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** A name of an engine as a column: `plusDi` is `plus_di`, `rvGk30` is `rv_gk_30`; short ones such as `h24` stay. */
export function columnName(name: string): string {
  return name
    .replaceAll(/(?<=[a-zA-Z])([a-zA-Z])(\d)/g, '$1_$2')
    .replaceAll(/(?<=[a-z0-9])([A-Z])/g, '_$1')
    .toLowerCase();
}

/** A label as a part of a name: `BTC-Led Bull` is `btc_led_bull`. */
export function labelName(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

/** Columns that hold epoch ms. */
export function isTime(column: string): boolean {
  return column === 'timestamp' || column === 'time' || /(?:^|[._])(?:at|from|as_of)$/.test(column);
}

/** A moment as ISO-8601 in UTC; null where it is not known. */
export function isoTime(time: number): string | null {
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
