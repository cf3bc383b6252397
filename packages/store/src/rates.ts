/**
 * Rates: buckets of tokens that fill again with time, counted for all replicas. A bucket is one number, the moment at which
 * it is full again (the generic cell rate algorithm): a token taken puts that moment off by the time that a token
 * needs to come back.
 */

import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** A rate, and how much of it may come at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Outcome of a take. */
export interface TokenTaken {
  readonly ok: boolean;
  /** Whole tokens that are left. */
  readonly left: number;
  /** Time until the next token, ms; 0 while there is one. */
  readonly waitMs: number;
}

/** Buckets in one store. */
export interface Rates {
  /** Takes one token of a scope's bucket, or none when it is empty. */
  take(scope: string, rate: Rate, now: number): Promise<TokenTaken>;
  /** Forgets buckets that were full before a moment: a new one is full too. */
  prune(before: number): Promise<void>;
}

/** Buckets in a database. */
export function createRates(db: Kysely<Tables>): Rates {
  return {
    take: async (scope, { perSecond, burst }, now) => {
      const tokenMs = 1000 / perSecond;
      const bucketMs = tokenMs * burst;
      // A bucket this far below empty was written by a clock that has jumped: it counts as full, or its key is locked out. A
      // little below is what replicas see whose clocks differ.
      const since = sql`case when rates.full_at > ${now + 2 * bucketMs}::bigint then ${now}::bigint
        else greatest(rates.full_at, ${now}::bigint) end`;
      const { rows } = await sql<{ ok: boolean; fullAt: number }>`
        with taken as (
          insert into rates (scope, full_at) values (${scope}, ${now + tokenMs}::bigint)
          on conflict (scope) do update set full_at = ${since} + ${tokenMs}::bigint
          where ${since} + ${tokenMs}::bigint <= ${now + bucketMs}::bigint
          returning full_at
        )
        select true as ok, full_at from taken
        union all select false, full_at from rates where scope = ${scope} and not exists (select from taken)`.execute(
        db,
      );
      // No row: two calls made the bucket at once and the other one emptied it, which takes a burst of one.
      const { ok, fullAt } = rows[0] ?? { ok: false, fullAt: now + bucketMs };
      const filled = now + bucketMs - Math.max(fullAt, now);
      return { ok, left: Math.max(0, Math.floor(filled / tokenMs)), waitMs: Math.max(0, tokenMs - filled) };
    },
    prune: async (before) => {
      await db.deleteFrom('rates').where('fullAt', '<', before).execute();
    },
  };
}
