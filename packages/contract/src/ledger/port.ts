/** Port of the ledger to its host: rows, grades and digests as they are stored. */

import { port } from '../context.ts';
import type { LedgerDigest, RowText } from './chain.ts';
import type { LedgerHorizon, LedgerOrigin } from './kinds.ts';
import type { Followed, GradeRow } from './row.ts';

/** Grades of interest; moments are epoch ms. */
export interface LedgerGradesQuery {
  readonly origin: LedgerOrigin;
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  /** First hour of a forecast. */
  readonly from: number;
  /** Grades written later are left out. */
  readonly asOf: number;
}

/** Rows of a day of a chain. */
export interface LedgerRowsQuery {
  readonly origin: LedgerOrigin;
  /** Midnight of the UTC day whose digest covers the rows, epoch ms. */
  readonly day: number;
  readonly scope?: string | undefined;
  readonly horizon?: LedgerHorizon | undefined;
  /** Rows with a later id alone. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Rows written later are left out, epoch ms. */
  readonly asOf: number;
}

/** Closed days of a chain: midnights of the first and the last, epoch ms. */
export interface LedgerDigestsQuery {
  readonly origin: LedgerOrigin;
  readonly from: number;
  readonly to: number;
}

/** States at an hour, and what followed them. */
export interface LedgerStated {
  /** ISO-8601, open of the hour. */
  readonly time: string;
  readonly states: Readonly<Record<string, string>>;
  readonly followed: Followed;
}

/** The ledger of a host. */
export interface LedgerArchive {
  /** Graded forecasts by their states, in order of time, as the last correction has what followed. */
  stated(query: LedgerGradesQuery): Promise<readonly LedgerStated[]>;
  /** In order of time, corrections included. */
  grades(query: LedgerGradesQuery): Promise<readonly GradeRow[]>;
  /** In the order of a digest. */
  rows(query: LedgerRowsQuery): Promise<readonly RowText[]>;
  /** Oldest day first. */
  digests(query: LedgerDigestsQuery): Promise<readonly LedgerDigest[]>;
}

/** The ledger of the host. Grades written after a moment are left out of what is asked of it. */
export const LEDGER = port<LedgerArchive>('ledger', ['grades']);
