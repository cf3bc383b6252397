/** The hash chain of the ledger: a digest for each UTC day over its rows and the digest of the day before. */

import type { LedgerOrigin } from './kinds.ts';

/**
 * SHA-256 of a text, hexadecimal.
 *
 * @example
 * const sha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');
 */
export type Sha256 = (text: string) => string;

/** Digest before the first day of a chain. */
export const NO_DIGEST: string = '0'.repeat(64);

/** A closed day of a chain. */
export interface LedgerDigest {
  readonly origin: LedgerOrigin;
  /** UTC day, YYYY-MM-DD. */
  readonly date: string;
  /** Rows of the day, grades included. */
  readonly rows: number;
  /** Digest of the day before; {@link NO_DIGEST} for the first one. */
  readonly previous: string;
  readonly digest: string;
}

/** A row as text: its id, and {@link canonicalJson} of it. */
export interface RowText {
  readonly id: string;
  readonly text: string;
}

/**
 * The order of rows in a digest: by their ids, code unit by code unit.
 *
 * @example
 * inChainOrder([{ id: 'b' }, { id: 'B' }]); // → [ { id: 'B' }, { id: 'b' } ]
 */
export function inChainOrder<Row extends Pick<RowText, 'id'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
}

/**
 * Closes a day: SHA-256 over a line with origin, date, count and previous digest, and a line with the SHA-256 of each row.
 *
 * @param rows of that day, in any order.
 * @example
 * const day = { origin: 'live', date: '2026-11-29', previous: NO_DIGEST } as const;
 * closeDay(day, [], (text) => `hash of ${text.length}`).digest; // → 'hash of 82'
 */
export function closeDay(
  { origin, date, previous }: Pick<LedgerDigest, 'origin' | 'date' | 'previous'>,
  rows: readonly RowText[],
  sha256: Sha256,
): LedgerDigest {
  const lines = inChainOrder(rows).map(({ text }) => sha256(text));
  const head = `${origin} ${date} ${rows.length} ${previous}`;
  return { origin, date, rows: rows.length, previous, digest: sha256([head, ...lines].join('\n')) };
}
