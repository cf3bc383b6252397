/** History of published snapshots: each compressed text once, and the publication times. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const pointInTime: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table snapshot_bodies (
      timeline text collate "C" not null,
      hash text collate "C" not null,
      used_at bigint not null,
      size bigint not null,
      body bytea not null,
      primary key (timeline, hash)
    )`.execute(db);
    // The texts are compressed already.
    await sql`alter table snapshot_bodies alter column body set storage external`.execute(db);
    await sql`create table snapshot_history (
      timeline text collate "C" not null,
      name text collate "C" not null,
      known_at bigint not null,
      as_of bigint not null,
      version text not null,
      hash text collate "C" not null,
      provenance json,
      primary key (timeline, name, known_at)
    )`.execute(db);
    await sql`create index snapshot_history_hash on snapshot_history (timeline, hash)`.execute(db);
    await sql`create table snapshots_kept (
      timeline text collate "C" primary key,
      since bigint not null
    )`.execute(db);
  },
};
