/** Settings of published implied volatility. */

import { DAY_MS, HOUR_MS } from '@barograph/core';

/** Settings; times in ms. */
export interface ImpliedConfig {
  readonly version: `implied/${string}`;
  /** Length of the published past. */
  readonly historyMs: number;
  /** Range in which the newest value is searched. */
  readonly recentMs: number;
  /** Age above which a value is not current; a daily source has one value a day. */
  readonly oldMs: number;
}

export const IMPLIED_V1: ImpliedConfig = Object.freeze({
  version: 'implied/1',
  historyMs: 365 * DAY_MS,
  recentMs: 3 * DAY_MS,
  oldMs: 26 * HOUR_MS,
});
