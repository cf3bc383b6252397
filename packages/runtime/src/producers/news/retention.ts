/** Retention of news: counts of the funnel by hour are forgotten, with the reports of each symbol in them. */

import { type Clock, CADENCES_V1 } from '@barograph/sources';
import type { NewsStore } from '@barograph/store';
import type { Job } from '../../scheduler.ts';
import { NEWS_INGEST_V1, type NewsIngestConfig } from './ingest-config.ts';

/** The job that forgets hours, once a day. */
export function newsRetention(
  clock: Clock,
  news: Pick<NewsStore, 'pruneHours'>,
  { hoursKeptMs }: NewsIngestConfig = NEWS_INGEST_V1,
): Job {
  return {
    name: 'news-retention',
    cadence: CADENCES_V1.daily,
    makeUp: { kind: 'latest' },
    run: async () => news.pruneHours(clock.now() - hoursKeptMs),
  };
}
