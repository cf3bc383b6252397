/** Sets of columns by name; a caller may pass an earlier set to overwrite. */

import { givenColumn } from '@barograph/core';

/**
 * Returns a column of `length` rows for each name: that of the given set, or a new one of zeros.
 *
 * @throws {UsageError} when a given column has another length; the message names it.
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
