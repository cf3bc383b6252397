/** Rows of stale coins. */

import type { Row } from '../table.ts';

/** Whether a row marks its coin as stale. */
export function isStale(row: Row): boolean {
  return row['stale'] === true;
}
