/** Advisory locks: the first half of each says what is locked, the second which one of them. */

import { sql, type Kysely, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from './schema.ts';

/** Advisory locks. Numbers are part of what replicas of different builds agree on: never reuse one. */
export const LOCKS = {
  guard: 0x62610001,
  migration: 0x62610002,
  lease: 0x62610003,
  email: 0x62610004,
  series: 0x62610005,
  replica: 0x62610006,
  status: 0x62610008,
  archive: 0x6261000e,
  archiveRead: 0x62610007,
  settling: 0x6261000d,
  ledger: 0x6261000f,
};

/**
 * Waits for a lock that lasts until the transaction ends. Two names may share one (they are hashed): that costs a wait,
 * never an error.
 */
export async function lockName(transaction: Transaction<Tables>, lock: number, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}::int, hashtext(${name}))`.execute(transaction);
}

/** A transaction that begins by waiting for a lock. Its later statements see everything earlier holders did. */
export async function underLock<T>(
  db: Kysely<Tables>,
  lock: number,
  name: string,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await lockName(transaction, lock, name);
    return work(transaction);
  });
}

/**
 * Waits for a lock of a connection of its own and holds it during `work`, whatever number of other connections and
 * transactions that uses. A process that dies gives the lock back with its connection.
 */
export async function underSessionLock<T>(pool: Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1::int, 0)', [lock]);
    return await work();
  } finally {
    // A connection that could not give the lock back is closed instead, which does.
    await client.query('select pg_advisory_unlock($1::int, 0)', [lock]).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    client.release(failure);
  }
}
