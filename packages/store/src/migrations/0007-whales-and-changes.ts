/**
 * Holdings of large accounts at the end of each day, one row per day that later cycles replace; and position changes, one row
 * per cycle that was compared with the previous one.
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
