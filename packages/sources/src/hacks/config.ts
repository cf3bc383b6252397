/** Settings of the source of hacks. */

import { deepFreeze, HOUR_MS } from '@barograph/core';

/** Base of the requests of the source itself. It asks for a paid key, which stands behind the base. */
export const HACKS_URL = 'https://pro-api.llama.fi';

/** Settings; times in ms. */
export interface HacksConfig {
  readonly version: `hacks-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two questions. */
  readonly everyMs: number;
  /** Age at which the list is stale. */
  readonly staleMs: number;
  /** Largest answer, bytes. */
  readonly maxBytes: number;
  /** No loss was ever larger, USD: a larger one is a fault of units. */
  readonly maxLossUsd: number;
}

/** @source the vendor's OpenAPI document, `hacks`; a plan that is paid for since 2026. */
export const HACKS_V1: HacksConfig = deepFreeze({
  version: 'hacks-source/1',
  budget: 10,
  everyMs: HOUR_MS,
  staleMs: 6 * HOUR_MS,
  maxBytes: 8_388_608,
  maxLossUsd: 5e9,
});
