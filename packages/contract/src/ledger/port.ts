/** Port of the ledger to its host: stored rows, grades and digests. */

import { port } from '../context.ts';
import type { LedgerDigest, RowText } from './chain.ts';
import type { LedgerHorizon, LedgerOrigin } from './kinds.ts';
import type { Followed, GradeRow } from './row.ts';

/** Query for grades; times are epoch ms. */
export interface LedgerGradesQuery {
  readonly origin: LedgerOrigin;
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  /** First hour of a forecast. */
  readonly from: number;
  /** Excludes grades written later. */
  readonly asOf: number;
}

/** Rows of a day of a chain. */
export interface LedgerRowsQuery {
  readonly origin: LedgerOrigin;
  /** Midnight of the UTC day whose digest covers the rows, epoch ms. */
  readonly day: number;
  readonly scope?: string | undefined;
  readonly horizon?: LedgerHorizon | undefined;
  /** Only rows with a later id. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Excludes rows written later, epoch ms. */
  readonly asOf: number;
}

/** Closed days of a chain: midnights of the first and the last, epoch ms. */
export interface LedgerDigestsQuery {
  readonly origin: LedgerOrigin;
  readonly from: number;
  readonly to: number;
}

/** States at an hour, with the moves that followed. */
export interface LedgerStated {
  /** ISO-8601, open of the hour. */
  readonly time: string;
  readonly states: Readonly<Record<string, string>>;
  readonly followed: Followed;
}

/** Archived days of the ledger. */
export interface LedgerArchive {
  /** Graded forecasts by state, ordered by time, with the outcomes of the last correction. */
  stated(query: LedgerGradesQuery): Promise<readonly LedgerStated[]>;
  /** Ordered by time, including corrections. */
  grades(query: LedgerGradesQuery): Promise<readonly GradeRow[]>;
  /** In digest order. */
  rows(query: LedgerRowsQuery): Promise<readonly RowText[]>;
  /** Oldest day first. */
  digests(query: LedgerDigestsQuery): Promise<readonly LedgerDigest[]>;
}

/** Port of the ledger. Queries with `asOf` exclude grades written later. */
export const LEDGER = port<LedgerArchive>('ledger', ['grades']);
