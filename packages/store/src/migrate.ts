/** Migrates a database to the newest schema, also when several replicas start at once. */

import { err, ok, type Result } from '@barograph/core';
import { runMigrations } from 'graphile-worker';
import { Migrator, type Kysely, type Migration } from 'kysely';
import type { Pool } from 'pg';
import type { Retry } from './start-retry.ts';
import { messageOf } from './connection.ts';
import { quietLogger } from './jobs.ts';
import { LOCKS, underSessionLock } from './locks.ts';
import { first } from './migrations/0001-first.ts';
import { feedRequests } from './migrations/0002-feed-requests.ts';
import { accountsAndBrakes } from './migrations/0003-accounts-and-brakes.ts';
import { snapshotProvenance } from './migrations/0004-snapshot-provenance.ts';
import { provenClaims } from './migrations/0006-proven-claims.ts';
import { pointInTime } from './migrations/0010-point-in-time.ts';
import { webhooks } from './migrations/0011-webhooks.ts';
import { serviceRecord } from './migrations/0012-service-record.ts';
import { payments } from './migrations/0013-payments.ts';
import { archive } from './migrations/0014-archive.ts';
import { rates } from './migrations/0015-rates.ts';
import { keptEvents } from './migrations/0022-kept-events.ts';
import { workBlocks } from './migrations/0023-work-blocks.ts';
import { webhookRules } from './migrations/0021-webhook-rules.ts';
import type { Tables } from './schema.ts';
import { TABLES } from './tables.ts';

/** Migrations of the service's own tables. Append only; never change a released migration. */
const OF_SERVICE: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-feed-requests': feedRequests,
  '0003-accounts-and-brakes': accountsAndBrakes,
  '0004-snapshot-provenance': snapshotProvenance,
  '0006-proven-claims': provenClaims,
  '0010-point-in-time': pointInTime,
  '0011-webhooks': webhooks,
  '0012-service-record': serviceRecord,
  '0013-payments': payments,
  '0014-archive': archive,
  '0015-rates': rates,
  '0021-webhook-rules': webhookRules,
  '0022-kept-events': keptEvents,
  '0023-work-blocks': workBlocks,
};

/** Every migration, oldest first; numbers are shared by the service and the tables of producers. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  [OF_SERVICE, ...Object.values(TABLES).map(({ migrations }) => migrations)]
    .flatMap((migrations) => Object.entries(migrations))
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

/**
 * Newest migration that makes older exports unreadable; written to each export. A new nullable column does not count.
 */
export const SCHEMA_VERSION: string = '0022-kept-events';

/** One-line reason why this build cannot use a database; undefined for an empty database and for one that it can migrate. */
async function foreignTo(pool: Pool): Promise<string | undefined> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    `select to_regclass('kysely_migration') is not null as there`,
  );
  const { rows: ran } = found[0]!.there
    ? await pool.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] };
  const known = Object.keys(MIGRATIONS);
  const newer = ran.find(({ name }) => !known.includes(name));
  if (ran.some(({ name }) => name === known[0])) {
    if (newer === undefined) return undefined;
    const got = `got ${newer.name} of a newer build`;
    return `cannot migrate the database: expected migrations up to ${known.at(-1)}, ${got}; start that build, or use another database`;
  }
  // Ignores tables of extensions.
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and relname not in ('kysely_migration', 'kysely_migration_lock')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by relname limit 4`,
  );
  if (tables.length === 0) return undefined;
  const got = `${tables
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')}${tables.length > 3 ? ' and others' : ''}`;
  return `cannot migrate the database: expected an empty one or one of Barograph, got tables of another program (${got})`;
}

/**
 * Runs the missing migrations, including those of the job queue. Replicas may start at once, so one advisory lock covers both
 * migrators. The queue's own lock fails under load: a replica that reads the queue's tables between two steps of another
 * replica asks for missing columns. A database that is ahead of this build is reported as a problem and left
 * unchanged.
 */
export async function migrate(pool: Pool, db: Kysely<Tables>, retry: Retry): Promise<Result<void, string>> {
  const migrated = async (): Promise<Result<void, string>> =>
    underSessionLock(pool, LOCKS.migration, async () => {
      const foreign = await foreignTo(pool);
      if (foreign !== undefined) return err(foreign);
      const provider = { getMigrations: async () => Promise.resolve({ ...MIGRATIONS }) };
      const { error } = await new Migrator({ db, provider }).migrateToLatest();
      if (error !== undefined) throw error;
      await runMigrations({ pgPool: pool, logger: quietLogger() });
      return ok(undefined);
    });
  try {
    return await retry(migrated);
  } catch (error) {
    return err(`cannot migrate the database: ${messageOf(error)}`);
  }
}
