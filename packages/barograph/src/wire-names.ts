/** Renames engine records to wire names. */

import type { Row } from './table.ts';

/** Wire name of an engine field. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Renames all fields of a record: `asOf` becomes `as_of`. Symbol names stay. */
export function wireRecord(value: object): Row {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- engine records are plain JSON
  return renamed(value) as Row;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wireName(name), renamed(inner)]));
}
