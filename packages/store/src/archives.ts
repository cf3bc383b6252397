/**
 * Index of archive files: names, checksums, and the replica that writes each day. The files of a day appear together when the
 * day is complete. A correction is a new file; the newest file of a day, exchange and symbol is the valid one.
 */

import { sql, type Kysely, type Transaction } from 'kysely';
import { LOCKS, underLock } from './locks.ts';
import type { ArchivesTable, Tables } from './schema.ts';

/** File as readers see it. */
export type ArchivedFile = ArchivesTable;

/** File that was written and verified by reading it back. */
export type NewArchiveFile = Omit<ArchivesTable, 'timeline' | 'seq' | 'madeAt'>;

/** Archive period: a day of a type (`2026-11-21`) or a month (`2026-11`). */
export interface ArchiveDay {
  readonly timeline: string;
  readonly type: string;
  readonly date: string;
}

/** Filter for files of a type; absent fields do not filter. */
export interface ArchiveFilter {
  readonly timeline: string;
  readonly type: string;
  readonly exchange?: string | undefined;
  readonly symbol?: string | undefined;
  /** First and last date, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Largest `seq` to return. */
  readonly upTo?: number | undefined;
  /** First date, exchange and symbol. */
  readonly since?: Pick<ArchivesTable, 'date' | 'exchange' | 'symbol'> | undefined;
  readonly limit?: number;
}

/** Totals of a type. */
export interface ArchiveExtent {
  readonly type: string;
  /** Days with files, in ascending order. */
  readonly dates: readonly string[];
  readonly symbols: number;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

export interface Archives {
  /** Claims a day for writing until `now + ttlMs` (machine clock); the current holder keeps it. @returns false when the day is complete or another replica's. */
  claim(day: ArchiveDay, holder: string, ttlMs: number, now: number): Promise<boolean>;
  /** Releases a day that could not be written; the day stays unfinished. */
  release(day: ArchiveDay, holder: string): Promise<void>;
  /** Adds the files of a day and completes it in one transaction. @returns false, and adds nothing, when the holder lost the day. */
  finish(day: ArchiveDay, holder: string, files: readonly NewArchiveFile[], madeAt: number): Promise<boolean>;
  /** Adds files that differ from the newest of their day, exchange and symbol. @returns the number of added files. */
  correct(timeline: string, files: readonly NewArchiveFile[], madeAt: number): Promise<number>;
  /** Adds a file that is derived from others. */
  put(timeline: string, file: NewArchiveFile, madeAt: number): Promise<void>;
  /** Newest file per day, exchange and symbol, in that order. */
  list(filter: ArchiveFilter): Promise<readonly ArchivedFile[]>;
  /** Looks a file up by name; undefined when it does not exist. */
  named(timeline: string, file: string): Promise<ArchivedFile | undefined>;
  /** Highest `seq` so far; 0 before the first file. */
  head(timeline: string): Promise<number>;
  /** First day of a type that was claimed, complete or not; undefined without one. */
  firstDay(timeline: string, type: string): Promise<string | undefined>;
  /** Complete days of a type, in ascending order. @param to last day, inclusive. */
  days(timeline: string, type: string, to?: string): Promise<readonly string[]>;
  /** Extent of each type up to a date, inclusive. */
  extents(timeline: string, to: string): Promise<readonly ArchiveExtent[]>;
}

/** The index in a database. */
// oxlint-disable-next-line eslint/max-lines-per-function -- each method is a statement over the same two tables
export function createArchives(db: Kysely<Tables>): Archives {
  const newest = (on: Kysely<Tables>, { timeline, type, ...filter }: ArchiveFilter) => {
    let query = on
      .selectFrom('archives')
      .selectAll()
      .distinctOn(['date', 'exchange', 'symbol'])
      .where('timeline', '=', timeline)
      .where('type', '=', type)
      .orderBy('date')
      .orderBy('exchange')
      .orderBy('symbol')
      .orderBy('seq', 'desc');
    const { exchange, symbol, from, to, upTo, since, limit } = filter;
    if (exchange !== undefined) query = query.where('exchange', '=', exchange);
    if (symbol !== undefined) query = query.where('symbol', '=', symbol);
    if (from !== undefined) query = query.where('date', '>=', from);
    if (to !== undefined) query = query.where('date', '<=', to);
    if (upTo !== undefined) query = query.where('seq', '<=', upTo);
    if (since !== undefined) {
      const place = sql<boolean>`(date, exchange, symbol) >= (${since.date}, ${since.exchange}, ${since.symbol})`;
      query = query.where(place);
    }
    return limit === undefined ? query : query.limit(limit);
  };
  /** Runs under the lock of the market, so that the order of `seq` is the order of commits. */
  const add = async (
    on: Transaction<Tables>,
    timeline: string,
    files: readonly NewArchiveFile[],
    madeAt: number,
  ): Promise<void> => {
    const last = await headOf(on, timeline);
    for (let from = 0; from < files.length; from += BATCH) {
      const rows = files
        .slice(from, from + BATCH)
        .map((file, i) => ({ ...file, timeline, madeAt, seq: last + from + i + 1 }));
      // The same bytes are the same file, which becomes the newest again.
      await on
        .insertInto('archives')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['timeline', 'type', 'date', 'file']).doUpdateSet((row) => ({
            seq: row.ref('excluded.seq'),
            madeAt: row.ref('excluded.madeAt'),
          })),
        )
        .execute();
    }
  };
  return {
    claim: async ({ timeline, type, date }, holder, ttlMs, now) => {
      const { rows } = await sql`
        insert into archive_days (timeline, type, date, holder, lease_until)
        values (${timeline}, ${type}, ${date}, ${holder}, ${now + ttlMs}::bigint)
        on conflict (timeline, type, date) do update set holder = excluded.holder, lease_until = excluded.lease_until
        where archive_days.done_at is null
          and (archive_days.lease_until <= ${now}::bigint or archive_days.holder = excluded.holder)
        returning holder`.execute(db);
      return rows.length > 0;
    },
    release: async ({ timeline, type, date }, holder) => {
      await db
        .updateTable('archiveDays')
        .set({ leaseUntil: 0 })
        .where('timeline', '=', timeline)
        .where('type', '=', type)
        .where('date', '=', date)
        .where('holder', '=', holder)
        .where('doneAt', 'is', null)
        .execute();
    },
    finish: async (day, holder, files, madeAt) =>
      underLock(db, LOCKS.archive, day.timeline, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('archiveDays')
          .set({ doneAt: madeAt })
          .where('timeline', '=', day.timeline)
          .where('type', '=', day.type)
          .where('date', '=', day.date)
          .where('holder', '=', holder)
          .where('doneAt', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await add(transaction, day.timeline, files, madeAt);
        return true;
      }),
    correct: async (timeline, files, madeAt) =>
      underLock(db, LOCKS.archive, timeline, async (transaction) => {
        const changed: NewArchiveFile[] = [];
        for (const file of files) {
          const { type, date, exchange, symbol } = file;
          const filter = { timeline, type, exchange, symbol, from: date, to: date };
          const known = await newest(transaction, filter).executeTakeFirst();
          if (known?.file !== file.file) changed.push(file);
        }
        await add(transaction, timeline, changed, madeAt);
        return changed.length;
      }),
    put: async (timeline, file, madeAt) =>
      underLock(db, LOCKS.archive, timeline, async (transaction) => add(transaction, timeline, [file], madeAt)),
    list: async (filter) => newest(db, filter).execute(),
    named: async (timeline, file) =>
      db
        .selectFrom('archives')
        .selectAll()
        .where('timeline', '=', timeline)
        .where('file', '=', file)
        .limit(1)
        .executeTakeFirst(),
    head: async (timeline) => headOf(db, timeline),
    firstDay: async (timeline, type) => {
      const row = await db
        .selectFrom('archiveDays')
        .select(({ fn }) => fn.min('date').as('date'))
        .where('timeline', '=', timeline)
        .where('type', '=', type)
        .executeTakeFirst();
      return row?.date ?? undefined;
    },
    days: async (timeline, type, to) => {
      let query = db
        .selectFrom('archiveDays')
        .select('date')
        .where('timeline', '=', timeline)
        .where('type', '=', type)
        .where('doneAt', 'is not', null)
        .orderBy('date');
      if (to !== undefined) query = query.where('date', '<=', to);
      return (await query.execute()).map(({ date }) => date);
    },
    extents: async (timeline, to) => {
      const { rows } = await sql<ArchiveExtent>`
        select type, array_agg(distinct date order by date) as dates,
          count(distinct (exchange, symbol)) as symbols, count(*) as files, sum(rows)::bigint as rows,
          sum(bytes)::bigint as bytes
        from (
          select distinct on (type, date, exchange, symbol) * from archives
          where timeline = ${timeline} and date <= ${to}
          order by type, date, exchange, symbol, seq desc
        ) as newest group by type order by type`.execute(db);
      return rows;
    },
  };
}

/** Rows per statement: each row has 10 parameters, and a statement may have 65,535. */
const BATCH = 1000;

async function headOf(db: Kysely<Tables>, timeline: string): Promise<number> {
  const { last } = await db
    .selectFrom('archives')
    .where('timeline', '=', timeline)
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
