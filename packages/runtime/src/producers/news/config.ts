/** Numbers of the reactions to news, under a version. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';

/** Times of writing reactions, and the span of their inputs. */
export interface NewsReactionsConfig {
  readonly version: `news-reactions/${string}`;
  /** A horizon is written so long after its last minute has closed: its bars and samples have then settled. */
  readonly settleMs: number;
  /** Stories that were published longer ago are not measured any more: sources have forgotten their minutes. */
  readonly lookbackMs: number;
  /** Perp that stands for the market. */
  readonly marketPerp: string;
  /** Days of quarter hours before the minutes: those of the usual volume. */
  readonly volumeMs: number;
  /** Open interest and rates are read so long before the publication: older ones are too old for a reaction. */
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
