/** Numbers of the archive. A changed number is a new constant. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Settings of how days are written and read. */
export interface ArchiverConfig {
  readonly version: `archiver/${string}`;
  /** Days before the present one that a run makes up at most of what comes from a source; what is older and missing is a gap. */
  readonly madeUpDays: number;
  /** A replica that writes a day keeps it so long, ms of the machine; each file renews it. */
  readonly leaseMs: number;
  /** Runs in which a symbol may fail; the day is then written without it, and the gap is named. */
  readonly symbolTries: number;
  /** After a start requests go first, ms of the machine. */
  readonly startDelayMs: number;
  /** Funding and open interest older than this at the open of a bar are not known any more, ms. */
  readonly fundingFreshMs: number;
  /** Files that one statement lists. */
  readonly listed: number;
  /** Seconds for which a link works. */
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
