/** Archive types of published snapshots, and the records of each. */

import type { KeptSnapshot } from '@barograph/store';

/** Type: a publication or a part of its records. */
export interface SnapshotType {
  readonly publication: string;
  /** Record field that the type selects; undefined for whole records. */
  readonly part?: string;
}

/** Contract names that differ from the names of publications. */
const NAMED: Readonly<Record<string, SnapshotType>> = {
  gamma_exposure: { publication: 'positioning', part: 'gamma' },
  liquidation_map: { publication: 'positioning', part: 'ladder' },
  whale_activity: { publication: 'whales' },
};

/** Types of a host with the given publications. */
export function snapshotTypes(publications: readonly string[]): ReadonlyMap<string, SnapshotType> {
  const named = Object.entries(NAMED).filter(([, { publication }]) => publications.includes(publication));
  return new Map([...publications.map((name) => [name, { publication: name }] as const), ...named]);
}

/** Record with its symbol. */
export interface TypedRecord {
  /** null for market-wide records. */
  readonly symbol: string | null;
  readonly data: unknown;
}

/** Head and records of a snapshot of a type. */
export function typed(
  { part }: SnapshotType,
  { head, records }: Pick<KeptSnapshot, 'head' | 'records'>,
): { readonly head: unknown; readonly records: readonly TypedRecord[] } {
  const parsed = records.map((text): TypedRecord => {
    const data: unknown = JSON.parse(text);
    const fields = isFields(data) ? data : {};
    const symbol = typeof fields['symbol'] === 'string' ? fields['symbol'] : null;
    return { symbol, data: part === undefined ? data : fields[part] };
  });
  const top: unknown = JSON.parse(head);
  return { head: part === undefined || !isFields(top) ? top : (top[part] ?? null), records: parsed };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
