/** Days of perps of other venues: one row for each venue, perp and UTC day, kept for 400 days. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the table. */
export const venueDays: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table venue_days (
      timeline text collate "C" not null,
      venue text collate "C" not null,
      symbol text collate "C" not null,
      day bigint not null,
      known_at bigint not null,
      numbers jsonb not null,
      primary key (timeline, venue, symbol, day)
    )`.execute(db);
  },
};
