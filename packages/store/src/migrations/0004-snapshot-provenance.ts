/** Sources of the values of a snapshot; null for snapshots of builds without them. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the column. */
export const snapshotProvenance: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table snapshots add column provenance json`.execute(db);
  },
};
