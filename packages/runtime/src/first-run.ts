/** First run of a producer that waits for a feed with a start-up time of minutes. */

import { type SourceReport, slotAfter } from '@barograph/sources';
import type { Producer } from './producer.ts';

/**
 * First slot of a producer at which all its feeds have started. A feed that starts between two slots is published at the later.
 *
 * @returns market time, epoch ms; undefined when none of its feeds reports when it starts.
 */
export function firstRunAt(
  { cadence, reads }: Pick<Producer, 'cadence' | 'reads'>,
  sources: readonly Pick<SourceReport, 'feeds'>[],
): number | undefined {
  const ready = sources.flatMap(({ feeds }) =>
    feeds.flatMap(({ feed, readyAt }) => (readyAt !== undefined && reads.includes(feed) ? [readyAt] : [])),
  );
  return ready.length === 0 ? undefined : slotAfter(cadence, Math.max(...ready) - 1);
}
