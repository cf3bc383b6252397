/** Columns that a caller gives, so that a series that is computed again and again takes no new memory. */

import { UsageError } from './errors.ts';

/** Typed memory that a batch face may fill. */
type Column = Float64Array | Int32Array | Int8Array | Uint16Array | Uint8Array;

/**
 * A column of `length` rows: the given one as it stands, or a new one of zeros.
 *
 * @param name field that the error names.
 * @param Kind what a new one is made of; 64-bit floats when left out.
 * @throws {UsageError} one of another length.
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
