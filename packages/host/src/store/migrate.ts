/** Brings a database to the newest schema, also when several replicas start at once. */

import { err, ok, type Result } from '@barograph/core';
import { runMigrations } from 'graphile-worker';
import { Migrator, type Kysely, type Migration } from 'kysely';
import type { Pool } from 'pg';
import { messageOf } from './connection.ts';
import { quietLogger } from './jobs.ts';
import { LOCKS, underSessionLock } from './locks.ts';
import { first } from './migrations/0001-first.ts';
import { feedRequests } from './migrations/0002-feed-requests.ts';
import { accountsAndBrakes } from './migrations/0003-accounts-and-brakes.ts';
import { snapshotProvenance } from './migrations/0004-snapshot-provenance.ts';
import { takerMinutes } from './migrations/0005-taker-minutes.ts';
import { provenClaims } from './migrations/0006-proven-claims.ts';
import { whalesAndChanges } from './migrations/0007-whales-and-changes.ts';
import { venueDays } from './migrations/0008-venue-days.ts';
import { pointInTime } from './migrations/0010-point-in-time.ts';
import { webhooks } from './migrations/0011-webhooks.ts';
import { serviceRecord } from './migrations/0012-service-record.ts';
import { payments } from './migrations/0013-payments.ts';
import { archive } from './migrations/0014-archive.ts';
import { rates } from './migrations/0015-rates.ts';
import { news } from './migrations/0016-news.ts';
import { exchangeFlows } from './migrations/0017-exchange-flows.ts';
import { transferOrigin } from './migrations/0019-transfer-origin.ts';
import type { Tables } from './schema.ts';

/** Every migration, oldest first. Append; never change one that was released. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-feed-requests': feedRequests,
  '0003-accounts-and-brakes': accountsAndBrakes,
  '0004-snapshot-provenance': snapshotProvenance,
  '0005-taker-minutes': takerMinutes,
  '0006-proven-claims': provenClaims,
  '0007-whales-and-changes': whalesAndChanges,
  '0008-venue-days': venueDays,
  '0010-point-in-time': pointInTime,
  '0011-webhooks': webhooks,
  '0012-service-record': serviceRecord,
  '0013-payments': payments,
  '0014-archive': archive,
  '0015-rates': rates,
  '0016-news': news,
  '0017-exchange-flows': exchangeFlows,
  '0019-transfer-origin': transferOrigin,
};

/**
 * The newest migration after which older exports cannot be read: what an export says of its tables. A column that may be
 * null is no such change.
 */
export const SCHEMA_VERSION: string = '0017-exchange-flows';

/**
 * Runs the missing migrations, those of the job queue too. Replicas may start at once: one advisory lock covers both
 * migrators. Each has a way of its own to migrate beside others, but the queue's fails under load: a replica that reads
 * its tables between two of another's steps asks for columns that are not there yet. A database that is ahead of this
 * build is a problem, and is left alone.
 */
export async function migrate(pool: Pool, db: Kysely<Tables>): Promise<Result<void, string>> {
  try {
    return await underSessionLock(pool, LOCKS.migration, async () => {
      const provider = { getMigrations: async () => Promise.resolve({ ...MIGRATIONS }) };
      const { error } = await new Migrator({ db, provider }).migrateToLatest();
      if (error !== undefined) return err(`cannot migrate the database: ${messageOf(error)}`);
      await runMigrations({ pgPool: pool, logger: quietLogger() });
      return ok(undefined);
    });
  } catch (error) {
    return err(`cannot migrate the database: ${messageOf(error)}`);
  }
}
