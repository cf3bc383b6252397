/** Service record behind the status, shared by all replicas: gaps of feeds, and answers of the last day. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const serviceRecord: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table feed_gaps (
      timeline text collate "C" not null,
      source text collate "C" not null,
      feed text collate "C" not null,
      began bigint not null,
      seen_at bigint not null,
      seen_wall bigint not null,
      is_over boolean not null,
      primary key (timeline, source, feed, began)
    )`.execute(db);
    await sql`create table answer_counts (
      timeline text collate "C" not null,
      piece bigint not null,
      first_look_at bigint not null,
      answers bigint not null,
      failed bigint not null,
      primary key (timeline, piece)
    )`.execute(db);
  },
};
