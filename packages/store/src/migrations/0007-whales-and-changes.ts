/**
 * Holdings of large accounts at the end of each day, and changes of their positions from cycle to cycle: a row for each day,
 * which its later cycles replace, and one for each cycle that was compared with the one before it.
 */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const whalesAndChanges: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table whale_days (
      timeline text collate "C" not null,
      date text collate "C" not null,
      time bigint not null,
      day json not null,
      primary key (timeline, date)
    )`.execute(db);
    await sql`create table position_cycles (
      timeline text collate "C" not null,
      time bigint not null,
      before bigint,
      changes json not null,
      primary key (timeline, time)
    )`.execute(db);
  },
};
