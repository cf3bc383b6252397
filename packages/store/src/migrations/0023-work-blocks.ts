/** Batches of commands that spread their work over workers, and the blocks of each batch. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. A batch takes its blocks with it when it is deleted. */
export const workBlocks: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table work_batches (
      id text collate "C" primary key,
      owner text not null,
      kind text not null,
      version text not null,
      shared bytea not null
    )`.execute(db);
    await sql`create table work_blocks (
      batch text collate "C" not null references work_batches on delete cascade,
      block integer not null,
      name text not null,
      input bytea not null,
      worker text,
      result bytea,
      error text,
      refusal text,
      primary key (batch, block)
    )`.execute(db);
  },
};
