/** Retention of samples of perps: those that no answer and no day file needs any more are forgotten. */

import { DAY_MS } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import type { Observations } from '@barograph/store';
import { observationRetention } from '../../observation-retention.ts';
import type { Job } from '../../scheduler.ts';
import { perpSamplesSeries } from './archive.ts';

/** Days of funding and open interest that are kept. A changed number is a new constant. */
export const SAMPLE_RETENTION_V1: {
  readonly version: 'sample-retention/1';
  /** The default: as many as the days of other venues. */
  readonly days: number;
  /** The least: a day more than `derivatives/perpdex/history` reaches back to, for corrections of files. */
  readonly least: number;
} = Object.freeze({ version: 'sample-retention/1', days: 400, least: 181 });

/**
 * The job that forgets them, once a day.
 *
 * @param days that are kept.
 * @param holdFrom moment from which on all stay, epoch ms: no file has them yet.
 */
export function sampleRetention(
  clock: Clock,
  observations: Pick<Observations, 'prune'>,
  timeline: string,
  days: number,
  holdFrom: () => Promise<number>,
): Job {
  const forgotten = { name: 'sample-retention', series: [perpSamplesSeries(timeline)], keptMs: days * DAY_MS };
  return observationRetention(clock, observations, forgotten, holdFrom);
}
