/** Settings of venue requests and their archive, each under a version. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Timeouts of the venues, and reuse of their answers. */
export interface OtherVenuesConfig {
  readonly version: `other-venues/${string}`;
  /** Timeout of one venue answer, real ms; an operation has 7.5 s and needs perps and then rows. */
  readonly waitMs: number;
  /** Timeout of the funding history, which is fetched in the background, real ms. */
  readonly historyWaitMs: number;
  /** Ages up to which an answer is reused, market ms. */
  readonly keptMs: {
    readonly perps: number;
    readonly tickers: number;
    readonly pairs: number;
    readonly rows: number;
    readonly history: number;
  };
  /** Numbers of cached answers and funding histories. */
  readonly kept: number;
}

/** A changed number is a new constant. */
export const OTHER_VENUES_V1: OtherVenuesConfig = Object.freeze({
  version: 'other-venues/1',
  waitMs: 3000,
  historyWaitMs: 1500,
  keptMs: Object.freeze({ perps: 10_000, tickers: 10_000, pairs: HOUR_MS, rows: 30_000, history: MINUTE_MS }),
  kept: 512,
});

/** The archive of days. */
export interface VenueArchiveConfig {
  readonly version: `venue-archive/${string}`;
  /** Days of settlements and of samples to request for a new perp. */
  readonly fundingDays: number;
  readonly sampleDays: number;
  /** Retention, days. */
  readonly keptDays: number;
  /** Perps per run, with three requests each. */
  readonly perRun: number;
  /** Time into the next day after which an incomplete day is stored as it is, ms. */
  readonly patienceMs: number;
}

/** The venue keeps thirty days of samples; operations answer ninety days. */
export const VENUE_ARCHIVE_V1: VenueArchiveConfig = Object.freeze({
  version: 'venue-archive/1',
  fundingDays: 90,
  sampleDays: 30,
  keptDays: 400,
  perRun: 100,
  patienceMs: 3 * HOUR_MS,
});

/** Open of the UTC day that contains a moment. */
export function dayOpen(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
