/** Brakes: limits of an action per window, counted across all replicas. Windows do not overlap and are aligned to the epoch. */

import { err, ok, type Result } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import { createRecent } from '@barograph/contract';
import type { Tables } from './schema.ts';

/** Limit of an action per window. */
export interface Brake {
  /** Actor and action, for example `mint network 192.0.2.7/32`. */
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Brake that has reached its limit. */
export interface Braked {
  readonly name: string;
  /** End of its window, epoch ms. */
  readonly until: number;
}

/** Brakes of a store. */
export interface Brakes {
  /**
   * Counts one action against every brake, or against no brake when one has reached its limit.
   *
   * @param brakes from narrow to wide, so that callers whom a narrow brake refuses do not lock the wide ones.
   * @returns the first brake at its limit; undefined when the action was counted.
   */
  take(brakes: readonly Brake[], now: number): Promise<Result<void, Braked>>;
  /** Deletes windows that ended before a moment, epoch ms. */
  prune(before: number): Promise<void>;
}

/** Capacity of a replica's cache of full brakes. */
const MOST_REMEMBERED = 10_000;

/** Thrown to roll a transaction back; carries the full brake. */
class Full extends Error {
  readonly braked: Braked;
  constructor(braked: Braked) {
    super('brake');
    this.braked = braked;
  }
}

/** Brakes in a database. */
export function createBrakes(db: Kysely<Tables>): Brakes {
  const endOf = (now: number, windowMs: number): number => (Math.floor(now / windowMs) + 1) * windowMs;
  /** Cache of full brakes. A count only grows within its window, so an entry is valid until the window ends and costs no query. */
  const full = createRecent<number>(MOST_REMEMBERED);
  /** Running counts by narrowest brake, so that a flood from a single client uses one connection. */
  const queues = new Map<string, Promise<unknown>>();
  const nameOf = ({ name, most }: Brake): string => `${most} ${name}`;

  const count = async (brakes: readonly Brake[], now: number): Promise<Result<void, Braked>> => {
    for (const brake of brakes) {
      const until = full.get(nameOf(brake));
      if (until !== undefined && until === endOf(now, brake.windowMs)) return err({ name: brake.name, until });
    }
    try {
      await db.transaction().execute(async (transaction) => {
        for (const brake of brakes) {
          const { name, most, windowMs } = brake;
          const until = endOf(now, windowMs);
          const { rows } = await sql`
              insert into brakes (scope, ends_at, count) select ${name}, ${until}::bigint, 1 where ${most}::int > 0
              on conflict (scope, ends_at) do update set count = brakes.count + 1
              where brakes.count < ${most}::int
              returning count`.execute(transaction);
          if (rows.length > 0) continue;
          full.set(nameOf(brake), until);
          throw new Full({ name, until });
        }
      });
      return ok(undefined);
    } catch (error) {
      if (error instanceof Full) return err(error.braked);
      throw error;
    }
  };

  return {
    take: async (brakes, now) => {
      const name = brakes[0]?.name ?? '';
      const before = queues.get(name);
      const counted = (async () => {
        await before;
        return count(brakes, now);
      })();
      const settled = counted.catch(() => undefined);
      queues.set(name, settled);
      try {
        return await counted;
      } finally {
        if (queues.get(name) === settled) queues.delete(name);
      }
    },
    prune: async (before) => {
      await db.deleteFrom('brakes').where('endsAt', '<', before).execute();
    },
  };
}
