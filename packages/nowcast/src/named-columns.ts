/** Sets of columns by name, of which a caller may give an earlier one to be written over. */

import { givenColumn } from '@barograph/core';

/**
 * A column of `length` rows for each name: that of the given set as it stands, or a new one of zeros.
 *
 * @throws {UsageError} one of another length, by its name.
 */
export function namedColumns<Name extends string>(
  names: readonly Name[],
  length: number,
  into?: Readonly<Record<Name, Float64Array>>,
): Record<Name, Float64Array> {
  const columns = names.map((name) => [name, givenColumn(`into.${name}`, length, into?.[name])]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one column for each name
  return Object.fromEntries(columns) as Record<Name, Float64Array>;
}
