/** Settings of the perp venue: weights, cadences and what is kept. */

import { HOUR_MS, MINUTE_MS, type Interval } from '@barograph/core';

/** Base of the requests of the venue itself. */
export const PERPDEX_URL = 'https://api.hyperliquid.xyz';

/** Settings; times in ms. */
export interface PerpdexConfig {
  readonly version: `perpdex/${string}`;
  /** Weight that the venue allows an address in a minute. */
  readonly budget: number;
  /** Weight of books and mids. */
  readonly lightWeight: number;
  /** Weight of everything else. */
  readonly weight: number;
  /** Weight of a perp of which nothing is known: 5,000 hours, three years of days, a week of funding. */
  readonly coldWeight: number;
  /** Bars of one unit of further weight. */
  readonly barsPerWeight: number;
  /** Rows of funding of one unit of further weight. */
  readonly fundingRowsPerWeight: number;
  /** The venue keeps so many bars of each interval, and gives them in one answer. */
  readonly barsKept: number;
  /** Rows of funding in one answer. */
  readonly fundingRows: number;
  /** Time between two polls of the contexts. */
  readonly pollMs: number;
  /** Age at which mids of the stream are old, and are asked for. */
  readonly midsMs: number;
  /** Samples of a perp kept in memory, besides the last one of each hour before them. */
  readonly samples: number;
  /** Bars kept in memory for each perp, by interval. */
  readonly streamed: Readonly<Partial<Record<Interval, number>>>;
  /** Time after the close of a bar at which its last update has surely come. */
  readonly settleMs: number;
  /** Difference of the clocks that is reported. */
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

/** Weight of an answer with so many rows. */
export function rowsWeight(weight: number, rows: number, perWeight: number): number {
  return weight + Math.ceil(rows / perWeight);
}
