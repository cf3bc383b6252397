/** Verifies a span of a host's ledger. */

import {
  createLedgerVerifier,
  NO_DIGEST,
  type ClosesOf,
  type LedgerCounts,
  type LedgerDifference,
  type LedgerDigest,
  type LedgerOrigin,
  type LedgerRow,
  type LedgerVerifier,
  utcDate,
} from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { sha256 } from '../sha256.ts';
import { digestsOf, rowsOf, type Ask } from './ask-ledger.ts';
import type { BarsVerifier } from './verify-bars.ts';
import { createSnapshotVerifier, type SnapshotCounts } from './verify-snapshots.ts';

/** Span of a chain, and the reader's evidence. */
export interface VerifyQuery {
  readonly origin: LedgerOrigin;
  /** First and last UTC day, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Digest of the last day, kept by the reader; undefined trusts the host. */
  readonly digest?: string | undefined;
  /** Closes from the reader's bars. */
  readonly closesOf?: ClosesOf | undefined;
  /** Recomputes forecasts from the reader's bars. */
  readonly bars?: BarsVerifier | undefined;
}

/** Days that a host keeps rows; digests stay. */
const KEPT_DAYS = 400;

/** Result of a verification. */
export interface Verified extends LedgerCounts {
  readonly snapshots: SnapshotCounts;
  /** First difference; undefined when every row agrees. */
  readonly difference: LedgerDifference | undefined;
}

/** First difference of a day; a malformed row counts as a difference. */
function dayOf(
  verifier: LedgerVerifier,
  closed: LedgerDigest,
  rows: readonly LedgerRow[],
): LedgerDifference | undefined {
  try {
    return verifier.day(closed, rows);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    return { date: closed.date, id: null, reason: `expected rows of a ledger, got others: ${got}` };
  }
}

/** Checks every closed day of a span until the first difference. @throws {CommandError} when the host does not answer. */
export async function verifyLedger(
  ask: Ask,
  { origin, from, to, digest, closesOf, bars }: VerifyQuery,
): Promise<Verified> {
  const [first, last] = [utcDate(from), utcDate(to)];
  const { days: known, asOf } = await digestsOf(ask, origin, utcDate(from - DAY_MS), last);
  const before = known.find(({ date }) => date === utcDate(from - DAY_MS));
  const days = known.filter(({ date }) => date >= first && date <= last);
  const verifier = createLedgerVerifier(before?.digest, sha256, closesOf);
  const snapshots = createSnapshotVerifier(ask);
  const found = (difference: LedgerDifference | undefined): Verified => {
    return { ...verifier.counts(), snapshots: snapshots.counts(), difference };
  };
  // Only the first day of a chain has no previous digest.
  const isBegin = days[0]?.previous === NO_DIGEST;
  if (days.length > 0 && !isBegin && before === undefined) {
    return found({ date: days[0]!.date, id: null, reason: 'expected a digest of the day before, got none' });
  }
  let expected = isBegin ? days[0]!.date : first;
  for (const closed of days) {
    const { date } = closed;
    if (date !== expected || closed.origin !== origin) {
      return found({
        date: expected,
        id: null,
        reason: `expected a digest of ${origin}, got ${closed.origin} of ${date}`,
      });
    }
    const rows = await rowsOf(ask, origin, date);
    const isPruned = rows.length === 0 && closed.rows > 0 && Date.parse(date) < asOf - KEPT_DAYS * DAY_MS;
    const difference = isPruned ? verifier.pruned(closed) : dayOf(verifier, closed, rows);
    if (difference !== undefined) return found(difference);
    const unlike = (await snapshots.day(date, rows)) ?? (await bars?.day(date, rows));
    if (unlike !== undefined) return found(unlike);
    expected = utcDate(Date.parse(date) + DAY_MS);
  }
  const end = days.at(-1);
  if (digest === undefined || end?.digest === digest) return found(verifier.contradicted());
  const reason = `expected the digest ${digest}, got ${end?.digest ?? 'no closed day'}`;
  return found({ date: end?.date ?? last, id: null, reason });
}
