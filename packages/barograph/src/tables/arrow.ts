/**
 * Converts to and from Arrow tables. The caller passes the library in, so it is loaded only when used and its version is
 * the caller's choice.
 *
 * @source Apache Software Foundation, Arrow Columnar Format 1.5, "Primitive arrays" (a buffer of values, as a typed array
 * has them), 2025, https://arrow.apache.org/docs/format/Columnar.html
 */

import { shown, UsageError } from '@barograph/core';
import { isNumbers, isTime, rowsOf, type Column, type Columns, type NumberColumn } from './columns.ts';

type Make = (...args: never[]) => unknown;
type Class<T = unknown> = new (...args: never[]) => T;

/** The parts of the module `apache-arrow` that {@link toArrow} uses. */
export interface ArrowModule<Table> {
  readonly Table: Class<Table>;
  readonly makeVector: Make;
  readonly vectorFromArray: Make;
  readonly Utf8: Class;
  readonly Int32: Class;
  readonly Dictionary: Class;
  readonly Bool: Class;
  readonly TimestampMillisecond: Class;
}

/** Options of {@link toArrow}. */
export interface ArrowOptions {
  /** Times as doubles without a copy, or as copied Arrow timestamps in UTC. @default 'epoch' */
  readonly times?: 'epoch' | 'timestamp';
}

/**
 * Converts columns to an Arrow table. Typed arrays become vectors over the same memory, NaN included; texts become dictionaries.
 *
 * @param arrow `import * as arrow from 'apache-arrow'`.
 * @returns the table of the given module.
 * @throws {UsageError} when column lengths differ, or `arrow` is not the module.
 * @example
 * const arrow = await import('apache-arrow');
 * const table = toArrow(toColumns(signum(bars), { bars }), arrow);
 * [table.numRows, table.getChild('color')!.get(259)]; // → [ 260, 'green' ]
 */
export function toArrow<Table>(
  columns: Columns,
  arrow: ArrowModule<Table>,
  { times = 'epoch' }: ArrowOptions = {},
): Table {
  rowsOf(columns);
  // JavaScript callers have no compiler that checks the argument.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- untyped callers
  if (typeof arrow?.makeVector !== 'function') {
    throw new UsageError(`"arrow" expected the module: await import('apache-arrow'), got ${shown(arrow)}`);
  }
  // oxlint-disable typescript/no-unsafe-type-assertion -- signatures of the module, narrowed to these calls
  const overArray = arrow.makeVector as (data: unknown) => unknown;
  const fromList = arrow.vectorFromArray as (values: unknown, type: unknown) => unknown;
  const make = <T>(Type: Class<T>, ...args: readonly unknown[]): T => new Type(...(args as never[]));
  // oxlint-enable typescript/no-unsafe-type-assertion
  const vectors = Object.entries(columns).map(([name, column]) => {
    if (isNumbers(column)) {
      if (times === 'epoch' || !isTime(name)) return [name, overArray(column)] as const;
      return [name, fromList(moments(column), make(arrow.TimestampMillisecond, 'UTC'))] as const;
    }
    const isText = column.some((value) => typeof value === 'string') || column.every((value) => value === null);
    const type = isText ? make(arrow.Dictionary, make(arrow.Utf8), make(arrow.Int32)) : make(arrow.Bool);
    return [name, fromList(column, type)] as const;
  });
  return make(arrow.Table, Object.fromEntries(vectors));
}

function moments(column: NumberColumn): readonly (number | null)[] {
  return Array.from(column, (time) => (Number.isNaN(time) ? null : time));
}

/** An Arrow table of `apache-arrow` or Arquero's `flechette`. */
export interface ArrowTable {
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  getChild(name: string): ArrowVector | null | undefined;
}

interface ArrowVector {
  readonly length: number;
  /** Number of unknown cells. */
  readonly nullCount: number;
  /** Arrow type id: 2 is integer, 3 floating point; `precision` is absent from other types. */
  readonly type: { readonly typeId: number; readonly precision?: number };
  toArray(): unknown;
  at(row: number): unknown;
}

const [INTEGERS, FLOATS] = [2, 3];
/** Precision of half floats, which are stored as 16-bit integers. */
const HALF = 0;

/**
 * Converts an Arrow table to columns. Numbers without nulls in a single batch are views of the table's memory. Nulls
 * become NaN, timestamps and dates epoch ms, 64-bit integers doubles.
 *
 * @throws {UsageError} when an integer exceeds 2^53, or a value is not a number, text, flag or time.
 * @example
 * const arrow = await import('apache-arrow');
 * const table = new arrow.Table({ time: arrow.makeVector(bars.time), close: arrow.makeVector(bars.close) });
 * const { time, close } = fromArrow(table);
 * [(close as Float64Array).buffer === bars.close.buffer, time!.length]; // → [ true, 260 ]
 */
export function fromArrow(table: ArrowTable): Columns {
  return Object.fromEntries(
    table.schema.fields.map(({ name }) => {
      const vector = table.getChild(name);
      if (vector === null || vector === undefined) throw new UsageError(`"${name}" expected a column, got none`);
      return [name, shared(vector) ?? copied(name, vector)];
    }),
  );
}

/** Memory of a vector that stores plain values; undefined when values must be read individually. */
function shared(vector: ArrowVector): NumberColumn | undefined {
  const { typeId, precision } = vector.type;
  if (vector.nullCount > 0 || (typeId !== INTEGERS && (typeId !== FLOATS || precision === HALF))) return undefined;
  const values = vector.toArray();
  return isNumbers(values) ? values : undefined;
}

function copied(name: string, vector: ArrowVector): Column {
  const values = Array.from({ length: vector.length }, (_, row) => plain(name, row, vector.at(row)));
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.size > 1) throw new UsageError(`"${name}" expected values of one type, got ${[...kinds].join(' and ')}`);
  if (kinds.has('string') || kinds.has('boolean')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all values have one type, checked above
    return values as Column;
  }
  return Float64Array.from(values, (value) => (typeof value === 'number' ? value : NaN));
}

function plain(name: string, row: number, value: unknown): number | string | boolean | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  throw new UsageError(`"${name}" row ${row + 1} expected a number, a text, a flag or a moment, got ${shown(value)}`);
}
