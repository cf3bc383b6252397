/** Source of the flows of exchanges, so that what is computed from them can name it. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the columns; null until the next read. */
export const transferOrigin: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table transfer_cursors add column source text, add column kind text`.execute(db);
  },
};
