/** Token buckets of keys. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the table. */
export const rates: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table rates (
      scope text collate "C" primary key,
      full_at bigint not null
    )`.execute(db);
    await sql`create index rates_full on rates (full_at)`.execute(db);
  },
};
