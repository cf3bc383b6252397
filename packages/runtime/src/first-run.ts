/** The first run of a producer that waits for a feed which takes minutes to begin. */

import { type SourceReport, slotAfter } from '@barograph/sources';
import type { Producer } from './producer.ts';

/**
 * The first slot of a producer by which everything that it reads has begun.
 *
 * @returns epoch ms of the market; undefined when no feed that it reads is warming, or none says how long.
 */
export function firstRunAt(
  { cadence, reads }: Pick<Producer, 'cadence' | 'reads'>,
  sources: readonly Pick<SourceReport, 'feeds'>[],
): number | undefined {
  const ready = sources.flatMap(({ feeds }) =>
    feeds.flatMap(({ feed, status, readyAt }) =>
      status === 'warming' && readyAt !== undefined && reads.includes(feed) ? [readyAt] : [],
    ),
  );
  return ready.length === 0 ? undefined : slotAfter(cadence, Math.max(...ready) - 1);
}
