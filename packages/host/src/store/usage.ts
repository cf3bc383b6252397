/** How often each key called, today (UTC) and this minute. Exact across replicas: the database counts. */

import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export interface Limits {
  readonly daily: number;
  readonly perMinute: number;
}

export interface Taken {
  readonly ok: boolean;
  /** Calls of the day and of the minute, this one included when it was allowed. */
  readonly dailyCount: number;
  readonly minuteCount: number;
  /** Which limit was reached; the day's when both were. */
  readonly refusedBy?: 'day' | 'minute';
}

export interface Usage {
  /** Counts one call, unless that would exceed a limit: a refused call counts nothing. */
  take(keyId: string, limits: Limits, now: number): Promise<Taken>;
  /** Takes back a call that was counted at `takenAt`. */
  refund(keyId: string, takenAt: number): Promise<void>;
  /** Calls of the day so far. */
  today(keyId: string, now: number): Promise<number>;
  /** Forgets the days before the one of `before`. */
  prune(before: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const dayOf = (time: number): number => Math.floor(time / DAY_MS);
const minuteOf = (time: number): number => Math.floor(time / MINUTE_MS);

interface Counts {
  readonly count: number;
  readonly minute: number;
  readonly minuteCount: number;
}

export function createUsage(db: Kysely<Tables>): Usage {
  const read = async (keyId: string, now: number): Promise<Counts> => {
    const { rows } = await sql<Counts>`select count, minute, minute_count from usage
      where key_id = ${keyId} and day = ${dayOf(now)}::int`.execute(db);
    return rows[0] ?? { count: 0, minute: 0, minuteCount: 0 };
  };
  return {
    take: async (keyId, { daily, perMinute }, now) => {
      // A replica whose clock is behind counts into the minute that others have begun: going back would empty it.
      const { rows } = await sql<Counts>`
        insert into usage (key_id, day, count, minute, minute_count)
        select ${keyId}, ${dayOf(now)}::int, 1, ${minuteOf(now)}::int, 1
        where ${daily}::int > 0 and ${perMinute}::int > 0
        on conflict (key_id, day) do update set
          count = usage.count + 1,
          minute = greatest(usage.minute, excluded.minute),
          minute_count = case when excluded.minute > usage.minute then 1 else usage.minute_count + 1 end
        where usage.count < ${daily}::int
          and (excluded.minute > usage.minute or usage.minute_count < ${perMinute}::int)
        returning count, minute, minute_count`.execute(db);
      const [taken] = rows;
      if (taken !== undefined) return { ok: true, dailyCount: taken.count, minuteCount: taken.minuteCount };
      const { count, minute, minuteCount } = await read(keyId, now);
      return {
        ok: false,
        dailyCount: count,
        minuteCount: minute >= minuteOf(now) ? minuteCount : 0,
        refusedBy: count >= daily ? 'day' : 'minute',
      };
    },
    refund: async (keyId, takenAt) => {
      await sql`update usage set
          count = greatest(count - 1, 0),
          minute_count = case when minute = ${minuteOf(takenAt)}::int then greatest(minute_count - 1, 0) else minute_count end
        where key_id = ${keyId} and day = ${dayOf(takenAt)}::int`.execute(db);
    },
    today: async (keyId, now) => (await read(keyId, now)).count,
    prune: async (before) => {
      await db.deleteFrom('usage').where('day', '<', dayOf(before)).execute();
    },
  };
}
