/** Source of the exchange flows, which computed values report. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the columns; null until the next read. */
export const transferOrigin: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table transfer_cursors add column source text, add column kind text`.execute(db);
  },
};
