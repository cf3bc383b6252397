/** Settings of the perp venue: weights, intervals and memory limits. */

import { HOUR_MS, MINUTE_MS, type Interval } from '@barograph/core';

/** Base URL of the venue's own API. */
export const PERPDEX_URL = 'https://api.hyperliquid.xyz';

/** Settings; times in ms. */
export interface PerpdexConfig {
  readonly version: `perpdex/${string}`;
  /** Maximum weight of an address per minute. */
  readonly budget: number;
  /** Weight of books and mids. */
  readonly lightWeight: number;
  /** Weight of other requests. */
  readonly weight: number;
  /** Weight of a new perp: 5,000 hours, three years of days, a week of funding. */
  readonly coldWeight: number;
  /** Bars per additional unit of weight. */
  readonly barsPerWeight: number;
  /** Funding rows per additional unit of weight. */
  readonly fundingRowsPerWeight: number;
  /** Bars that the venue keeps per interval, which fit one answer. */
  readonly barsKept: number;
  /** Maximum funding rows of an answer. */
  readonly fundingRows: number;
  /** Time between two polls of the contexts. */
  readonly pollMs: number;
  /** Age at which streamed mids are old and requested instead. */
  readonly midsMs: number;
  /** Samples of a perp in memory, in addition to the last sample of each earlier hour. */
  readonly samples: number;
  /** Bars kept in memory for each perp, by interval. */
  readonly streamed: Readonly<Partial<Record<Interval, number>>>;
  /** Time after its close by which a bar's last update has arrived. */
  readonly settleMs: number;
  /** Clock difference that is reported. */
  readonly skewMs: number;
}

/** @source the venue's public API reference: rate limits, candle snapshot, funding history. */
export const PERPDEX_V1: PerpdexConfig = Object.freeze({
  version: 'perpdex/1',
  budget: 1200,
  lightWeight: 2,
  weight: 20,
  coldWeight: 172,
  barsPerWeight: 60,
  fundingRowsPerWeight: 20,
  barsKept: 5000,
  fundingRows: 500,
  pollMs: MINUTE_MS,
  midsMs: MINUTE_MS,
  samples: (3 * HOUR_MS) / MINUTE_MS,
  streamed: { '1m': 240, '1h': 72, '1d': 400 },
  settleMs: 2000,
  skewMs: 5000,
});

/** Weight of an answer with a number of rows. */
export function rowsWeight(weight: number, rows: number, perWeight: number): number {
  return weight + Math.ceil(rows / perWeight);
}
