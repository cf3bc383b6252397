/** Settings of the reactions to news, by version. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';

/** Timing of reactions, and the span of their inputs. */
export interface NewsReactionsConfig {
  readonly version: `news-reactions/${string}`;
  /** Time after its last minute at which a horizon is written, ms; its bars and samples have settled by then. */
  readonly settleMs: number;
  /** Age after which stories are not measured, ms, because sources no longer have their minutes. */
  readonly lookbackMs: number;
  /** Perp that represents the market. */
  readonly marketPerp: string;
  /** Days of quarter-hour bars before the minutes, for the usual volume. */
  readonly volumeMs: number;
  /** Maximum age of open interest and rates at the publication, ms. */
  readonly observedMs: number;
}

/** A changed number is a new constant. */
export const NEWS_REACTIONS_V1: NewsReactionsConfig = Object.freeze({
  version: 'news-reactions/1',
  settleMs: MINUTE_MS,
  lookbackMs: 2 * DAY_MS,
  marketPerp: 'BTC',
  volumeMs: 15 * DAY_MS,
  observedMs: 70 * MINUTE_MS,
});
