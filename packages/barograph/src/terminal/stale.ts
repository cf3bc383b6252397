/** Rows of coins that are behind the others. */

import type { Row } from '../table.ts';

/** Whether a row says that its coin is behind. */
export function isStale(row: Row): boolean {
  return row['stale'] === true;
}
