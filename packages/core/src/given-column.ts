/** Output columns that a caller may supply, so that repeated computations allocate nothing. */

import { UsageError } from './errors.ts';

/** Typed array that a batch function may fill. */
type Column = Float64Array | Int32Array | Int8Array | Uint16Array | Uint8Array;

/**
 * Returns the given column, or a new one of zeros, with `length` rows.
 *
 * @param name field name for the error.
 * @param Kind constructor of a new column. @default Float64Array
 * @throws {UsageError} when the given column has another length.
 * @example
 * const mine = new Float64Array(3);
 * [givenColumn('into', 3, mine) === mine, givenColumn('into', 2).length]; // → [ true, 2 ]
 * givenColumn('into', 2, mine); // → UsageError: "into" expected 2 rows, got 3
 */
export function givenColumn(name: string, length: number, given?: Float64Array): Float64Array;
export function givenColumn<Given extends Column>(
  name: string,
  length: number,
  given: Given | undefined,
  Kind: new (length: number) => Given,
): Given;
export function givenColumn(
  name: string,
  length: number,
  given?: Column,
  Kind: new (length: number) => Column = Float64Array,
): Column {
  if (given === undefined) return new Kind(length);
  if (given.length === length) return given;
  throw new UsageError(`"${name}" expected ${length} rows, got ${given.length}`);
}
