/** Days of whales: one row for each UTC day, of its last cycle. */

import type { WhaleDay } from '@barograph/positioning';
import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

/** Days of interest. */
export interface WhaleDayRange {
  /** First day, YYYY-MM-DD. */
  readonly from: string;
  /** Cycles after this moment are left out, epoch ms: those that a replay has not come to yet. */
  readonly asOf: number;
}

/** Days of whales by market. */
export interface WhaleDays {
  /** Puts a cycle in the place of its day. One that is not after the cycle that stands there changes nothing. */
  put(timeline: string, day: WhaleDay): Promise<void>;
  /** Oldest first. */
  read(timeline: string, range: WhaleDayRange): Promise<readonly WhaleDay[]>;
}

/** Days in a database. */
export function createWhaleDays(db: Kysely<Tables>): WhaleDays {
  return {
    put: async (timeline, { date, time, ...day }) => {
      await sql`
        insert into whale_days (timeline, date, time, day)
        values (${timeline}, ${date}, ${time}::bigint, ${jsonText(day)}::json)
        on conflict (timeline, date) do update set time = excluded.time, day = excluded.day
        where whale_days.time < excluded.time`.execute(db);
    },
    read: async (timeline, { from, asOf }) => {
      const rows = await db
        .selectFrom('whaleDays')
        .select(['date', 'time', 'day'])
        .where('timeline', '=', timeline)
        .where('date', '>=', from)
        .where('time', '<=', asOf)
        .orderBy('date')
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `put`
      return rows.map(({ date, time, day }) => ({ date, time, ...(day as Omit<WhaleDay, 'date' | 'time'>) }));
    },
  };
}
