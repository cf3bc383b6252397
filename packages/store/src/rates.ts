/**
 * Rates: token buckets that refill with time, shared by all replicas. A bucket is stored as the moment at which it is full
 * (generic cell rate algorithm); taking a token moves that moment by the refill time of a token.
 * @source https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */

import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Refill rate and bucket size. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Outcome of a take. */
export interface TokenTaken {
  readonly ok: boolean;
  /** Whole tokens left. */
  readonly left: number;
  /** Time until the next token, ms; 0 when one is available. */
  readonly waitMs: number;
}

/** Buckets in one store. */
export interface Rates {
  /** Takes one token from a key's bucket, unless the bucket is empty. */
  take(key: string, rate: Rate, now: number): Promise<TokenTaken>;
  /** Deletes buckets that were full before a moment; a new bucket is full too. */
  prune(before: number): Promise<void>;
}

/** Buckets in a database. */
export function createRates(db: Kysely<Tables>): Rates {
  return {
    take: async (key, { perSecond, burst }, now) => {
      const tokenMs = 1000 / perSecond;
      const bucketMs = tokenMs * burst;
      // A bucket this far below empty was written by a clock that has jumped. It counts as full, otherwise its key would be locked
      // out. A smaller deficit is normal between replicas whose clocks differ.
      const since = sql`case when rates.full_at > ${now + 2 * bucketMs}::bigint then ${now}::bigint
        else greatest(rates.full_at, ${now}::bigint) end`;
      const { rows } = await sql<{ ok: boolean; fullAt: number }>`
        with taken as (
          insert into rates (scope, full_at) values (${key}, ${now + tokenMs}::bigint)
          on conflict (scope) do update set full_at = ${since} + ${tokenMs}::bigint
          where ${since} + ${tokenMs}::bigint <= ${now + bucketMs}::bigint
          returning full_at
        )
        select true as ok, full_at from taken
        union all select false, full_at from rates where scope = ${key} and not exists (select from taken)`.execute(db);
      // No row: two calls created the bucket at once and the other one emptied it (burst of one).
      const { ok, fullAt } = rows[0] ?? { ok: false, fullAt: now + bucketMs };
      const filled = now + bucketMs - Math.max(fullAt, now);
      return { ok, left: Math.max(0, Math.floor(filled / tokenMs)), waitMs: Math.max(0, tokenMs - filled) };
    },
    prune: async (before) => {
      await db.deleteFrom('rates').where('fullAt', '<', before).execute();
    },
  };
}
