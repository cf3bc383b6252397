/** Brakes: how often something may be done within a window, counted for all replicas. Windows are whole and begin at the epoch. */

import { err, ok, type Result } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import { createRecent } from '@barograph/contract';
import type { Tables } from './schema.ts';

/** Limit of an action per window. */
export interface Brake {
  /** Actor and action: `mint network 192.0.2.7/32`. */
  readonly scope: string;
  readonly most: number;
  readonly windowMs: number;
}

/** A brake that is full. */
export interface Braked {
  readonly scope: string;
  /** End of its window, epoch ms. */
  readonly until: number;
}

/** Brakes over one store. */
export interface Brakes {
  /**
   * Counts one against each of the brakes or, when one of them is full, against none.
   *
   * @param brakes the narrow before the wide, as everywhere: who is refused by the first does not make the others wait.
   * @returns the first that is full.
   */
  take(brakes: readonly Brake[], now: number): Promise<Result<void, Braked>>;
  /** Forgets windows that ended before a moment. */
  prune(before: number): Promise<void>;
}

/** Full brakes that a replica remembers. */
const MOST_REMEMBERED = 10_000;

/** Undoes a transaction; carries the brake that was full. */
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
  /** Brakes that are full: a window's count only grows, so it stays so until its end. Refusing costs no query. */
  const full = createRecent<number>(MOST_REMEMBERED);
  /** Counts in progress, by the narrowest brake: a storm of one stranger takes one connection. */
  const queues = new Map<string, Promise<unknown>>();
  const nameOf = ({ scope, most }: Brake): string => `${most} ${scope}`;

  const count = async (brakes: readonly Brake[], now: number): Promise<Result<void, Braked>> => {
    for (const brake of brakes) {
      const until = full.get(nameOf(brake));
      if (until !== undefined && until === endOf(now, brake.windowMs)) return err({ scope: brake.scope, until });
    }
    try {
      await db.transaction().execute(async (transaction) => {
        for (const brake of brakes) {
          const { scope, most, windowMs } = brake;
          const until = endOf(now, windowMs);
          const { rows } = await sql`
              insert into brakes (scope, ends_at, count) select ${scope}, ${until}::bigint, 1 where ${most}::int > 0
              on conflict (scope, ends_at) do update set count = brakes.count + 1
              where brakes.count < ${most}::int
              returning count`.execute(transaction);
          if (rows.length > 0) continue;
          full.set(nameOf(brake), until);
          throw new Full({ scope, until });
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
      const name = brakes[0]?.scope ?? '';
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
