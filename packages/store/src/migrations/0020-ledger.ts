/** The ledger: forecasts and grades, written once, and the digests that close its days. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const ledger: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    // The key also finds the grades of a scope; an index per query would be as large as the rows.
    await sql`create table ledger_rows (
      timeline text collate "C" not null,
      origin text collate "C" not null,
      scope text collate "C" not null,
      horizon text collate "C" not null,
      time bigint not null,
      part smallint not null,
      day bigint not null,
      recorded bigint not null,
      id text collate "C" not null,
      body bytea not null,
      primary key (timeline, origin, scope, horizon, time, part)
    )`.execute(db);
    // The day comes first, because retention queries days of every market.
    await sql`create index ledger_rows_day on ledger_rows (day, timeline)`.execute(db);
    await sql`create table ledger_digests (
      timeline text collate "C" not null,
      origin text collate "C" not null,
      day bigint not null,
      rows integer not null,
      previous text not null,
      digest text not null,
      primary key (timeline, origin, day)
    )`.execute(db);
  },
};
