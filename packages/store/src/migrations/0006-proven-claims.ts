/**
 * Adds to slots whether the owner attends and whether its events were appended. Rows of replicas of the previous version have
 * neither; their claims end with their lease.
 */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the columns. */
export const provenClaims: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table slots add column attended boolean not null default false,
      add column told boolean not null default false`.execute(db);
  },
};
