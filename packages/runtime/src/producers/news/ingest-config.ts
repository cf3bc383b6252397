/** Settings of the ingest of news, by version. */

import { deepFreeze, HOUR_MS } from '@barograph/core';

/** Reading of reports and of the universe. */
export interface NewsIngestConfig {
  readonly version: `news-ingest/${string}`;
  /** Time before the start from which a host without a state reads reports, ms: the longest range of an answer. */
  readonly backfillMs: number;
  /** Interval between two checks of the universe, ms. */
  readonly universeMs: number;
}

/** A changed number is a new constant. */
export const NEWS_INGEST_V1: NewsIngestConfig = deepFreeze({
  version: 'news-ingest/1',
  backfillMs: 336 * HOUR_MS,
  universeMs: HOUR_MS,
});
