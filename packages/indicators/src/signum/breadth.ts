/** Colour counts of the universe. */

import type { SignumRow } from './row.ts';

/** Counts, and shares in percent (null when nothing counts). */
export interface SignumBreadth {
  readonly total: number;
  readonly green: number;
  readonly grey: number;
  readonly red: number;
  readonly pctGreen: number | null;
  readonly pctGrey: number | null;
  readonly pctRed: number | null;
}

/**
 * Counts the colours of rows. Pegged rows carry no trend and stale rows no current colour: both are excluded.
 *
 * @example
 * const row = { pegged: false, stale: false };
 * signumBreadth([{ ...row, color: 'green' }, { ...row, color: 'red' }]).pctGreen; // → 50
 */
export function signumBreadth(rows: readonly Pick<SignumRow, 'color' | 'pegged' | 'stale'>[]): SignumBreadth {
  const counts = { green: 0, grey: 0, red: 0 };
  for (const row of rows) {
    if (row.color !== null && !row.pegged && !row.stale) counts[row.color]++;
  }
  const total = counts.green + counts.grey + counts.red;
  const share = (count: number): number | null => (total === 0 ? null : (100 * count) / total);
  return {
    total,
    ...counts,
    pctGreen: share(counts.green),
    pctGrey: share(counts.grey),
    pctRed: share(counts.red),
  };
}
