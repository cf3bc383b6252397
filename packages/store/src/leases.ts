/** Leases: at most so many holders of a scope at a time. What a dead holder held comes free when its lease runs out. */

import { sql, type Kysely } from 'kysely';
import { LOCKS, underLock } from './locks.ts';
import type { Tables } from './schema.ts';

export interface Leases {
  /** Takes one of `cap` places of a scope until `now + ttlMs`; a holder that has one keeps it. @returns whether it has. */
  take(scope: string, cap: number, holder: string, ttlMs: number, now: number): Promise<boolean>;
  /** Keeps a place. @returns false when the lease has run out: the place may be another's. */
  renew(scope: string, holder: string, ttlMs: number, now: number): Promise<boolean>;
  release(scope: string, holder: string): Promise<void>;
  /** Number of taken places of a scope. */
  count(scope: string, now: number): Promise<number>;
}

export function createLeases(db: Kysely<Tables>): Leases {
  const taken = async (on: Kysely<Tables>, scope: string, now: number, but: string): Promise<number> => {
    const { rows } = await sql<{ taken: number }>`select count(*) as taken from leases
      where scope = ${scope} and holder <> ${but} and expires_at > ${now}::bigint`.execute(on);
    return rows[0]!.taken;
  };
  return {
    take: async (scope, cap, holder, ttlMs, now) =>
      underLock(db, LOCKS.lease, scope, async (transaction) => {
        await transaction.deleteFrom('leases').where('scope', '=', scope).where('expiresAt', '<=', now).execute();
        // Nobody writes so late an end but a clock that has jumped: its lease gets one more time to live.
        await transaction
          .updateTable('leases')
          .set({ expiresAt: now + ttlMs })
          .where('scope', '=', scope)
          .where('expiresAt', '>', now + 2 * ttlMs)
          .execute();
        if ((await taken(transaction, scope, now, holder)) >= cap) return false;
        const expiresAt = now + ttlMs;
        await transaction
          .insertInto('leases')
          .values({ scope, holder, expiresAt })
          .onConflict((conflict) => conflict.columns(['scope', 'holder']).doUpdateSet({ expiresAt }))
          .execute();
        return true;
      }),
    renew: async (scope, holder, ttlMs, now) => {
      const { numUpdatedRows } = await db
        .updateTable('leases')
        .set({ expiresAt: now + ttlMs })
        .where('scope', '=', scope)
        .where('holder', '=', holder)
        .where('expiresAt', '>', now)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    release: async (scope, holder) => {
      await db.deleteFrom('leases').where('scope', '=', scope).where('holder', '=', holder).execute();
    },
    count: async (scope, now) => taken(db, scope, now, ''),
  };
}
