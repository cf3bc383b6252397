/** Numbers of the ingest of news, under a version. */

import { deepFreeze, HOUR_MS } from '@barograph/core';

/** Reading of reports, and of the universe. */
export interface NewsIngestConfig {
  readonly version: `news-ingest/${string}`;
  /** A host without a state takes what arrived within so long before: the longest span that an answer shows. */
  readonly backfillMs: number;
  /** Time between two looks at the universe. */
  readonly universeMs: number;
}

/** A changed number is a new constant. */
export const NEWS_INGEST_V1: NewsIngestConfig = deepFreeze({
  version: 'news-ingest/1',
  backfillMs: 336 * HOUR_MS,
  universeMs: HOUR_MS,
});
