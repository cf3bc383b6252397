/** Simulates changed payloads: a field is removed, renamed or added. */

import type { Faults, FaultTarget } from './faults.ts';

/** Name of the added field. */
const NEW_FIELD = 'driftedField';

type Change = (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Splits the first entry of a row from the others. */
function parted(
  row: Readonly<Record<string, unknown>>,
): readonly [first: string | undefined, rest: Record<string, unknown>] {
  const [first, ...rest] = Object.entries(row);
  return [first?.[0], Object.fromEntries(rest)];
}

const CHANGES: Readonly<Record<'missing' | 'renamed' | 'added', Change>> = {
  missing: (row) => parted(row)[1],
  renamed: (row) => {
    const [first, rest] = parted(row);
    return first === undefined ? row : { [`${first}Renamed`]: row[first], ...rest };
  },
  added: (row) => ({ ...row, [NEW_FIELD]: 1 }),
};

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a change to the objects in the lists of a body, or to the body itself when it has no lists. */
function changed(body: unknown, change: Change): unknown {
  if (Array.isArray(body)) return body.map((item: unknown) => (isRow(item) ? change(item) : changed(item, change)));
  if (!isRow(body)) return body;
  const within = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'object' ? changed(value, change) : value,
  ]);
  const hasList = JSON.stringify(body).includes('[{');
  return hasList ? Object.fromEntries(within) : change(body);
}

/** Applies the active drift of a request to its answer. */
export function drifted(body: unknown, faults: Faults, target: FaultTarget): unknown {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body;
  const kind = (['missing', 'renamed', 'added'] as const).find((kind) => faults.on(kind, target) !== undefined);
  return kind === undefined ? body : changed(body, CHANGES[kind]);
}
