/** Compares forecast rows with the snapshots they reference: SHA-256, and each field of the scope. */

import {
  publishedFault,
  publishedHourOf,
  type ForecastRow,
  type LedgerDifference,
  type LedgerRow,
  type QuantHead,
  type QuantRecord,
} from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { CommandError } from '../io.ts';
import { sha256 } from '../sha256.ts';
import { snapshotRowsOf, type Ask } from './ask-ledger.ts';

/** Counts of forecast rows and their snapshots. */
export interface SnapshotCounts {
  /** Rows compared with their snapshot. */
  readonly compared: number;
  /** Rows whose snapshot was deleted. */
  readonly notKept: number;
  /** Rows whose snapshot the host refuses to this key. */
  readonly notShown: number;
  /** Reason of the refusal; undefined without one. */
  readonly refusal: string | undefined;
}

/** Checks the rows of consecutive days. */
export interface SnapshotVerifier {
  day(date: string, rows: readonly LedgerRow[]): Promise<LedgerDifference | undefined>;
  counts(): SnapshotCounts;
}

/** Time after a row within which its snapshot may have been published. */
const RUN_MS = 15 * MINUTE_MS;

/** A snapshot with the hash of its text: head and records, one `JSON.stringify` line each. */
interface Snapshot {
  readonly timestamp: number;
  readonly hash: string;
  readonly head: unknown;
  readonly records: readonly unknown[];
}

async function snapshotsWithin(ask: Ask, start: number, end: number): Promise<readonly Snapshot[]> {
  const found: { readonly timestamp: number; readonly head: unknown; readonly records: unknown[] }[] = [];
  for (const { timestamp, is_head: isHead, data } of await snapshotRowsOf(ask, start, end)) {
    if (isHead === true) found.push({ timestamp: Number(timestamp), head: data, records: [] });
    else found.at(-1)?.records.push(data);
  }
  return found.map((row) => ({
    ...row,
    hash: sha256([row.head, ...row.records].map((part) => JSON.stringify(part)).join('\n')),
  }));
}

/** Groups rows by referenced snapshot. */
function byHash(rows: readonly LedgerRow[]): ReadonlyMap<string, readonly ForecastRow[]> {
  const named = new Map<string, ForecastRow[]>();
  for (const row of rows) {
    if (row.type !== 'forecast' || row.snapshot === null) continue;
    named.set(row.snapshot, [...(named.get(row.snapshot) ?? []), row]);
  }
  return named;
}

/** Creates a verifier that requests snapshots from a host; after a refusal it makes no further requests. */
export function createSnapshotVerifier(ask: Ask): SnapshotVerifier {
  let counted: SnapshotCounts = { compared: 0, notKept: 0, notShown: 0, refusal: undefined };

  const read = async (rows: readonly ForecastRow[], recorded: number): Promise<readonly Snapshot[] | undefined> => {
    if (counted.refusal !== undefined) return undefined;
    const opens = rows.map(({ time }) => Date.parse(time));
    try {
      return await snapshotsWithin(ask, Math.min(...opens) + HOUR_MS, recorded + RUN_MS);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      counted = { ...counted, refusal: error.message };
      return undefined;
    }
  };

  const differenceOf = (
    hash: string,
    rows: readonly ForecastRow[],
    snapshots: readonly Snapshot[],
    recorded: number,
  ): Omit<LedgerDifference, 'date'> | undefined => {
    const snapshot = snapshots.find((snapshot) => snapshot.hash === hash);
    if (snapshot === undefined) {
      // Hosts delete the oldest snapshots first: if an earlier one exists, the row's must exist too.
      if (!snapshots.some(({ timestamp }) => timestamp <= recorded)) {
        counted = { ...counted, notKept: counted.notKept + rows.length };
        return undefined;
      }
      const got = snapshots.map((snapshot) => snapshot.hash).join(', ');
      return { id: rows[0]!.id, reason: `expected a snapshot with the SHA-256 ${hash}, got ${got}` };
    }
    for (const row of rows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hash matched, so the shape is the published one
      const hour = publishedHourOf(snapshot.head as QuantHead, snapshot.records as readonly QuantRecord[], row.scope);
      const fault =
        hour === undefined ? `expected a scope of its snapshot, got ${row.scope}` : publishedFault(row, hour);
      if (fault !== undefined) return { id: row.id, reason: `not what its snapshot said: ${fault}` };
      counted = { ...counted, compared: counted.compared + 1 };
    }
    return undefined;
  };

  return {
    counts: () => counted,
    day: async (date, rows) => {
      for (const [hash, named] of byHash(rows)) {
        const recorded = Math.max(...named.map((row) => Date.parse(row.recorded)));
        const snapshots = await read(named, recorded);
        if (snapshots === undefined) {
          counted = { ...counted, notShown: counted.notShown + named.length };
          continue;
        }
        const difference = differenceOf(hash, named, snapshots, recorded);
        if (difference !== undefined) return { date, ...difference };
      }
      return undefined;
    },
  };
}
