/** Archive files by market, exchange and symbol, in order of arrival; and the replica that writes each day. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds columns to the index of files, and the table of days. The index was empty before. */
export const archive: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table archives
      add column timeline text collate "C" not null default '',
      add column exchange text collate "C" not null default '',
      add column symbol text collate "C" not null default '',
      add column seq bigint not null default 0,
      add column made_at bigint not null default 0`.execute(db);
    await sql`alter table archives drop constraint archives_pkey`.execute(db);
    await sql`alter table archives add primary key (timeline, type, date, file)`.execute(db);
    await sql`create index archives_of_symbol on archives (timeline, type, date, exchange, symbol, seq desc)`.execute(
      db,
    );
    await sql`create index archives_of_file on archives (timeline, file)`.execute(db);
    await sql`create table archive_days (
      timeline text collate "C" not null,
      type text collate "C" not null,
      date text collate "C" not null,
      holder text not null,
      lease_until bigint not null,
      done_at bigint,
      primary key (timeline, type, date)
    )`.execute(db);
  },
};
