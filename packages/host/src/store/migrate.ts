/** Brings a database to the newest schema, also when several replicas start at once. */

import { err, ok, type Result } from '@barograph/core';
import { runMigrations } from 'graphile-worker';
import { Migrator, type Kysely, type Migration } from 'kysely';
import type { Pool } from 'pg';
import { messageOf } from './connection.ts';
import { quietLogger } from './jobs.ts';
import { first } from './migrations/0001-first.ts';
import { accountsAndBrakes } from './migrations/0003-accounts-and-brakes.ts';
import type { Tables } from './schema.ts';

/** Every migration, oldest first. Append; never change one that was released. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0003-accounts-and-brakes': accountsAndBrakes,
};

/** The name of the newest migration: what an export says of its tables. */
export const SCHEMA_VERSION: string = Object.keys(MIGRATIONS).at(-1)!;

/**
 * Runs what is missing, the job queue's own migrations too. Replicas may start at once: Kysely migrates under an advisory
 * lock, the queue takes a step that another has taken as done. A database that is ahead of this build
 * is a problem, and is left alone.
 */
export async function migrate(pool: Pool, db: Kysely<Tables>): Promise<Result<void, string>> {
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => Promise.resolve({ ...MIGRATIONS }) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) return err(`cannot migrate the database: ${messageOf(error)}`);
    await runMigrations({ pgPool: pool, logger: quietLogger() });
    return ok(undefined);
  } catch (error) {
    return err(`cannot migrate the database: ${messageOf(error)}`);
  }
}
