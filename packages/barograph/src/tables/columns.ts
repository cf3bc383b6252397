/** A table as columns: the common shape of engine results, Arrow, Arquero and files. */

import { UsageError } from '@barograph/core';

/**
 * A column. Numbers are typed arrays, NaN when undefined; texts and flags are lists, null when undefined. Times are epoch ms.
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

/** Ordered columns of equal length, by name. */
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

/** Number of rows. @throws {UsageError} when column lengths differ; names the first that differs. */
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

/** Value of a column at a row; null when undefined. */
export function cellAt(column: Column, row: number): number | string | boolean | null {
  const value = column[row];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Converts a field name to a column name: `plusDi` to `plus_di`, `rvGk30` to `rv_gk_30`; short names such as `h24` stay. */
export function columnName(name: string): string {
  return name
    .replaceAll(/(?<=[a-zA-Z])([a-zA-Z])(\d)/g, '$1_$2')
    .replaceAll(/(?<=[a-z0-9])([A-Z])/g, '_$1')
    .toLowerCase();
}

/** Converts a label to part of a column name: `BTC-Led Bull` to `btc_led_bull`. */
export function labelName(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

/** Whether a column name denotes epoch ms. */
export function isTime(column: string): boolean {
  return column === 'timestamp' || column === 'time' || /(?:^|[._])(?:at|from|as_of)$/.test(column);
}

/** Formats a time as ISO-8601 in UTC; null when unknown. */
export function isoTime(time: number): string | null {
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
