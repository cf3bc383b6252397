/** Columns that a caller gives, so that a series that is computed again and again takes no new memory. */

import { UsageError } from './errors.ts';

/**
 * A column of `length` rows: the given one, or a new one.
 *
 * @param name field that the error names.
 * @throws {UsageError} one of another length.
 * @example
 * const mine = new Float64Array(3);
 * [givenColumn('into', 3, mine) === mine, givenColumn('into', 2).length]; // → [ true, 2 ]
 * givenColumn('into', 2, mine); // → UsageError: "into" expected 2 rows, got 3
 */
export function givenColumn(name: string, length: number, given?: Float64Array): Float64Array {
  if (given === undefined) return new Float64Array(length);
  if (given.length === length) return given;
  throw new UsageError(`"${name}" expected ${length} rows, got ${given.length}`);
}
