/** Retention of forced closes: those that no answer and no day file needs any more are forgotten. */

import { FORCED_VENUES } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import type { Observations } from '@barograph/store';
import { observationRetention } from '../../observation-retention.ts';
import type { Job } from '../../scheduler.ts';
import { LIQUIDATIONS_V2 } from './forced-config.ts';
import { liquidationsSeries } from './forced-memory.ts';

/** Days of forced closes that are kept when nothing else is said. A changed number is a new constant. */
export const FORCED_RETENTION_V1: { readonly version: 'forced-retention/1'; readonly days: number } = Object.freeze({
  version: 'forced-retention/1',
  days: 30,
});

/**
 * The job that forgets them, once a day.
 *
 * @param days that are kept; what the totals need stays in any case.
 * @param holdFrom moment from which on all stay, epoch ms: no file has them yet.
 */
export function forcedRetention(
  clock: Clock,
  observations: Pick<Observations, 'prune'>,
  timeline: string,
  days: number,
  holdFrom: () => Promise<number>,
): Job {
  const keptMs = Math.max(days * DAY_MS, LIQUIDATIONS_V2.windowMs + LIQUIDATIONS_V2.catchUpMs);
  const series = FORCED_VENUES.map((venue) => liquidationsSeries(timeline, venue));
  return observationRetention(clock, observations, { name: 'forced-retention', series, keptMs }, holdFrom);
}
