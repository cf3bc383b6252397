/** Settings of the source of unlock schedules. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';

/** Base of the requests of the source itself: static files, without a key. */
export const UNLOCKS_URL = 'https://defillama-datasets.llama.fi';

/** Settings; times in ms. */
export interface UnlocksConfig {
  readonly version: `unlocks-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Duration of a cycle over all schedules. */
  readonly cycleMs: number;
  /** Minimum time between two requests. */
  readonly leastMs: number;
  /** Age at which the list of protocols is stale. */
  readonly staleMs: number;
  /** Maximum schedules kept. */
  readonly protocols: number;
  /** Maximum size of a schedule, bytes: schedules contain years of chart data. */
  readonly maxBytes: number;
}

/**
 * Some 370 schedules of 0.1 to 2.5 MB: one each four minutes is a day. The first cycle takes half an hour.
 *
 * @source the vendor's public documentation of unlocks; the files themselves are not documented.
 */
export const UNLOCKS_V1: UnlocksConfig = Object.freeze({
  version: 'unlocks-source/1',
  budget: 30,
  cycleMs: DAY_MS,
  leastMs: 5000,
  staleMs: DAY_MS + 90 * MINUTE_MS,
  protocols: 1000,
  maxBytes: 8_388_608,
});
