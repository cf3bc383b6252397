/**
 * Gaps of the archive: symbols whose source failed until their day was written without them. Each gap is a row next to the
 * files of the day, and is filled when the source answers again.
 */

import type { ArchiveGap } from '@barograph/contract';
import type { Archives } from '@barograph/store';

/** Type of the rows that record the gaps of a type. */
export function missingOf(type: string): string {
  return `${type}_missing`;
}

/** Open gaps of a type, in order of days. @param from first day. */
export async function gapsOf(
  archives: Pick<Archives, 'list'>,
  timeline: string,
  type: string,
  from?: string,
): Promise<readonly ArchiveGap[]> {
  const open: ArchiveGap[] = [];
  for (const { date, exchange, symbol } of await archives.list({ timeline, type: missingOf(type), from })) {
    const filled = await archives.list({ timeline, type, exchange, symbol, from: date, to: date, limit: 1 });
    if (filled.length === 0) open.push({ date, exchange, symbol });
  }
  return open;
}
