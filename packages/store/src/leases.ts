/** Leases: a limited number of holders per name. The place of a dead holder is free when its lease expires. */

import { sql, type Kysely } from 'kysely';
import { databaseNow } from './database-now.ts';
import { LOCKS, underLock } from './locks.ts';
import type { Tables } from './schema.ts';

export interface Leases {
  /** Takes one of `cap` places of a lease until `now + ttlMs`; a current holder keeps its place. @returns whether the holder has a place. */
  take(name: string, cap: number, holder: string, ttlMs: number, now: number): Promise<boolean>;
  /** Renews a place. @returns false when the lease has expired and the place may be another's. */
  renew(name: string, holder: string, ttlMs: number, now: number): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
  /** Number of taken places of a lease. */
  count(name: string, now: number): Promise<number>;
}

/** New end of a lease. A call that arrives after a later one does not shorten the lease. */
const noSooner = (expiresAt: number) => sql<number>`greatest(leases.expires_at, ${expiresAt}::bigint)`;

/** Creates the table of leases. */
export function createLeases(db: Kysely<Tables>): Leases {
  const taken = async (on: Kysely<Tables>, name: string, now: number, but: string): Promise<number> => {
    const { rows } = await sql<{ taken: number }>`select count(*) as taken from leases
      where scope = ${name} and holder <> ${but} and expires_at > ${now}::bigint`.execute(on);
    return rows[0]!.taken;
  };
  return {
    take: async (name, cap, holder, ttlMs, now) =>
      underLock(db, LOCKS.lease, name, async (transaction) => {
        await transaction.deleteFrom('leases').where('scope', '=', name).where('expiresAt', '<=', now).execute();
        // Only a clock that has jumped writes an end so far ahead; such a lease lives for one more period. The check also uses the
        // database clock, because a delayed call has an old `now`.
        await transaction
          .updateTable('leases')
          .set({ expiresAt: now + ttlMs })
          .where('scope', '=', name)
          .where('expiresAt', '>', now + 2 * ttlMs)
          .where(sql<boolean>`expires_at > ${databaseNow} + ${2 * ttlMs}::bigint`)
          .execute();
        if ((await taken(transaction, name, now, holder)) >= cap) return false;
        const expiresAt = now + ttlMs;
        await transaction
          .insertInto('leases')
          .values({ scope: name, holder, expiresAt })
          .onConflict((conflict) =>
            conflict.columns(['scope', 'holder']).doUpdateSet({ expiresAt: noSooner(expiresAt) }),
          )
          .execute();
        return true;
      }),
    renew: async (name, holder, ttlMs, now) => {
      const { numUpdatedRows } = await db
        .updateTable('leases')
        .set({ expiresAt: noSooner(now + ttlMs) })
        .where('scope', '=', name)
        .where('holder', '=', holder)
        .where('expiresAt', '>', now)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    release: async (name, holder) => {
      await db.deleteFrom('leases').where('scope', '=', name).where('holder', '=', holder).execute();
    },
    count: async (name, now) => taken(db, name, now, ''),
  };
}
