/** Answers of a venue that has changed its payloads: a field that is gone, has another name, or is new. */

import type { Faults, FaultScope } from './faults.ts';

/** Name of a field that nobody knows. */
const NEW_FIELD = 'driftedField';

type Change = (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Entries of a row but the first, and that one. */
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

/** Objects of the lists of a body; of a body without lists its own. */
function changed(body: unknown, change: Change): unknown {
  if (Array.isArray(body)) return body.map((one: unknown) => (isRow(one) ? change(one) : changed(one, change)));
  if (!isRow(body)) return body;
  const within = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'object' ? changed(value, change) : value,
  ]);
  const hasList = JSON.stringify(body).includes('[{');
  return hasList ? Object.fromEntries(within) : change(body);
}

/** The body of an answer, with the drift that is on for its request. */
export function drifted(body: unknown, faults: Faults, scope: FaultScope): unknown {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body;
  const kind = (['missing', 'renamed', 'added'] as const).find((one) => faults.on(one, scope) !== undefined);
  return kind === undefined ? body : changed(body, CHANGES[kind]);
}
