/** Sealed minutes of the taker flow: one row per minute with all its coins, never changed. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the table. */
export const takerMinutes: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table taker_minutes (
      timeline text collate "C" not null,
      time bigint not null,
      partial boolean not null,
      coins json not null,
      primary key (timeline, time)
    )`.execute(db);
  },
};
