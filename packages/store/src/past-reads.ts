/**
 * Reads of the past that a read replica answers exactly as the primary, whatever its lag: a replica commits in the order of the
 * primary. Texts under a hash never change, archive files up to a `seq` are complete once the replica has that `seq`, a day of
 * the ledger is complete with its digest, and taker minutes are sealed in time order. Reads of the newest data go to the primary.
 */

import { DAY_MS } from '@barograph/core';
import { createArchives, type Archives } from './archives.ts';
import { createLedger, type LedgerStore } from './ledger-reads.ts';
import type { ReadReplica } from './read-replica.ts';
import { createSnapshotHistory, type SnapshotHistory } from './snapshot-history.ts';
import { createTakerMinutes, type TakerMinutes } from './taker-minutes.ts';

/** History that reads texts from the replica when present there. */
export function historyWithReplica(history: SnapshotHistory, replica: Pick<ReadReplica, 'read'>): SnapshotHistory {
  return {
    ...history,
    texts: async (timeline, hash) =>
      (await replica.read(async (db) => createSnapshotHistory(db).texts(timeline, hash))) ??
      history.texts(timeline, hash),
  };
}

/** Index of archive files that lists from the replica when it has the requested `seq`, and sums up there at the newest `seq`. */
export function archivesWithReplica(archives: Archives, replica: Pick<ReadReplica, 'read'>): Archives {
  return {
    ...archives,
    list: async (filter) => {
      const { timeline, upTo } = filter;
      if (upTo === undefined) return archives.list(filter);
      const files = await replica.read(async (db) => {
        const there = createArchives(db);
        return (await there.head(timeline)) >= upTo ? there.list(filter) : undefined;
      });
      return files ?? archives.list(filter);
    },
    named: async (timeline, file) =>
      (await replica.read(async (db) => createArchives(db).named(timeline, file))) ?? archives.named(timeline, file),
    extents: async (timeline, to) => {
      const upTo = await archives.head(timeline);
      const extents = await replica.read(async (db) => {
        const there = createArchives(db);
        return (await there.head(timeline)) >= upTo ? there.extents(timeline, to) : undefined;
      });
      return extents ?? archives.extents(timeline, to);
    },
  };
}

/** Ledger that reads rows of closed days, and digests up to a closed day, from the replica. Forgotten rows may appear for its lag. */
export function ledgerWithReplica(ledger: LedgerStore, replica: Pick<ReadReplica, 'read'>): LedgerStore {
  return {
    ...ledger,
    rows: async (timeline, query) => {
      const { origin, day } = query;
      const rows = await replica.read(async (db) => {
        const there = createLedger(db);
        const closed = await there.digests(timeline, { origin, from: day, to: day });
        return closed.length > 0 ? there.rows(timeline, query) : undefined;
      });
      return rows ?? ledger.rows(timeline, query);
    },
    digests: async (timeline, query) => {
      // Days end at midnight: no other end can be complete on the replica.
      if (query.to % DAY_MS !== 0) return ledger.digests(timeline, query);
      const days = await replica.read(async (db) => createLedger(db).digests(timeline, query));
      const isWhole = Date.parse(days?.at(-1)?.date ?? '') === query.to;
      return isWhole ? days! : ledger.digests(timeline, query);
    },
  };
}

/** Taker minutes that read a page from the replica when it is full there, or ends with the last requested minute. */
export function takerMinutesWithReplica(minutes: TakerMinutes, replica: Pick<ReadReplica, 'read'>): TakerMinutes {
  return {
    read: async (timeline, range) => {
      const rows = await replica.read(async (db) => createTakerMinutes(db).read(timeline, range));
      const isWhole = rows?.length === range.most || rows?.at(-1)?.time === range.upTo;
      return isWhole ? rows : minutes.read(timeline, range);
    },
  };
}
