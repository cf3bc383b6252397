/** Records of engines under the names of the wire. */

import type { Row } from './table.ts';

/** A name of an engine as the wire writes it. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same record with every name as the wire writes it: `asOf` becomes `as_of`. Names of symbols are left alone. */
export function wireRecord(value: object): Row {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records of engines are plain JSON
  return renamed(value) as Row;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wireName(name), renamed(inner)]));
}
