/** Settings of the source of hacks. */

import { deepFreeze, HOUR_MS } from '@barograph/core';

/** Base URL of the source's own API. The paid key follows the base. */
export const HACKS_URL = 'https://pro-api.llama.fi';

/** Settings; times in ms. */
export interface HacksConfig {
  readonly version: `hacks-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two requests. */
  readonly everyMs: number;
  /** Age at which the list is stale. */
  readonly staleMs: number;
  /** Maximum answer size, bytes. */
  readonly maxBytes: number;
  /** Maximum plausible loss, USD; more means wrong units. */
  readonly maxLossUsd: number;
}

/** @source the vendor's OpenAPI document, `hacks`; a paid plan since 2026. */
export const HACKS_V1: HacksConfig = deepFreeze({
  version: 'hacks-source/1',
  budget: 10,
  everyMs: HOUR_MS,
  staleMs: 6 * HOUR_MS,
  maxBytes: 8_388_608,
  maxLossUsd: 5e9,
});
