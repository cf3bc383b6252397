/** Numbers of the venues on demand and of their archive, each under a version. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Patience with the venues, and for how long an answer serves again. */
export interface OtherVenuesConfig {
  readonly version: `other-venues/${string}`;
  /** Real ms for one answer of a venue; an operation has 7.5 s, and asks for the perps and then for rows. */
  readonly waitMs: number;
  /** The same for the funding history, which is fetched behind an answer. */
  readonly historyWaitMs: number;
  /** Ages up to which an answer serves again, ms of the market's clock. */
  readonly keptMs: {
    readonly perps: number;
    readonly tickers: number;
    readonly pairs: number;
    readonly rows: number;
    readonly history: number;
  };
  /** Answers, and funding histories, that are kept. */
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
  /** Days of settlements, and of samples, that are asked for of a perp that is new here. */
  readonly fundingDays: number;
  readonly sampleDays: number;
  /** Days that are kept. */
  readonly keptDays: number;
  /** Perps of one run: three requests each. */
  readonly perRun: number;
  /** Time into a day after which one that lacks a sample is taken as it is, ms. */
  readonly patienceMs: number;
}

/** The venue keeps thirty days of samples; what is asked for is ninety days. */
export const VENUE_ARCHIVE_V1: VenueArchiveConfig = Object.freeze({
  version: 'venue-archive/1',
  fundingDays: 90,
  sampleDays: 30,
  keptDays: 400,
  perRun: 100,
  patienceMs: 3 * HOUR_MS,
});

/** Open of the UTC day of a moment. */
export function dayOpen(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
