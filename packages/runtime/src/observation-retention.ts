/** Retention of observations: those that no answer and no day file needs any more are forgotten. */

import { type Clock, CADENCES_V1 } from '@barograph/sources';
import type { Observations } from '@barograph/store';
import type { Job } from './scheduler.ts';

/** Observations to forget. */
export interface ForgottenSeries {
  /** Name of the job. */
  readonly name: string;
  readonly series: readonly string[];
  readonly keptMs: number;
}

/**
 * The job that forgets them, once a day.
 *
 * @param holdFrom moment from which on all stay, epoch ms: no file has them yet.
 */
export function observationRetention(
  clock: Clock,
  observations: Pick<Observations, 'prune'>,
  { name, series, keptMs }: ForgottenSeries,
  holdFrom: () => Promise<number>,
): Job {
  return {
    name,
    cadence: CADENCES_V1.daily,
    makeUp: { kind: 'latest' },
    run: async () => {
      const before = Math.min(clock.now() - keptMs, await holdFrom());
      for (const one of series) await observations.prune(one, before);
    },
  };
}
