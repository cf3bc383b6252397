/** Advisory locks: the first key is the kind of lock, the second the locked item. */

import { sql, type Kysely, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from './schema.ts';

/** Kinds of advisory locks. Replicas of different builds share the numbers: never reuse a number. */
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
 * Waits for a lock that lasts until the transaction ends. Two names may share a lock, because names are hashed; that costs
 * a wait, never an error.
 */
export async function lockName(transaction: Transaction<Tables>, lock: number, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}::int, hashtext(${name}))`.execute(transaction);
}

/** Begins a transaction by waiting for a lock. Its statements see all changes of earlier holders. */
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
 * Takes a lock on a dedicated connection and holds it during `work`, which may use any other connections and transactions.
 * A process that dies releases the lock with its connection.
 */
export async function underSessionLock<T>(pool: Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1::int, 0)', [lock]);
    return await work();
  } finally {
    // Closing the connection also releases the lock when unlocking failed.
    await client.query('select pg_advisory_unlock($1::int, 0)', [lock]).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    client.release(failure);
  }
}
