/** Numbers of the archive. A changed number is a new constant. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Settings of how days are written and read. */
export interface ArchiverConfig {
  readonly version: `archiver/${string}`;
  /** Maximum age of missing source days that a run makes up, days; older missing days are gaps. */
  readonly madeUpDays: number;
  /** Lease of a day being written, machine ms; each file renews it. */
  readonly leaseMs: number;
  /** Runs in which a symbol may fail; then the day is written without it, and the gap is recorded. */
  readonly symbolTries: number;
  /** Delay after a start, so that requests come first, machine ms. */
  readonly startDelayMs: number;
  /** Maximum age of funding and open interest at the open of a bar, ms; older values are unknown. */
  readonly fundingFreshMs: number;
  /** Files per list query. */
  readonly listed: number;
  /** Validity of a link, seconds. */
  readonly linkSeconds: number;
}

/** Numbers of this version. */
export const ARCHIVER_V1: ArchiverConfig = Object.freeze({
  version: 'archiver/1',
  madeUpDays: 7,
  leaseMs: 10 * MINUTE_MS,
  symbolTries: 20,
  startDelayMs: 20_000,
  fundingFreshMs: HOUR_MS,
  listed: 64,
  linkSeconds: 900,
});
