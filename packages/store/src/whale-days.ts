/** Daily whale holdings: one row per UTC day, from its last cycle. */

import type { WhaleDay } from '@barograph/positioning';
import { sql, type Kysely } from 'kysely';
import type { JsonColumn } from './json-column.ts';
import { jsonText } from './json-text.ts';
import { whalesAndChanges } from './migrations/0007-whales-and-changes.ts';
import type { Tables } from './schema.ts';
import type { StoredTable } from './table.ts';

type Schema = {
  readonly whaleDays: {
    readonly timeline: string;
    /** UTC day, `2026-11-21`. */
    readonly date: string;
    /** Time of the last cycle of the day, epoch ms. */
    readonly time: number;
    readonly day: JsonColumn;
  };
};

/** Query for days. */
export interface WhaleDayRange {
  /** First day, YYYY-MM-DD. */
  readonly from: string;
  /** Excludes later cycles, epoch ms, for replays. */
  readonly asOf: number;
}

/** Days of whales by market. */
export interface WhaleDays {
  /** Oldest first. */
  read(timeline: string, range: WhaleDayRange): Promise<readonly WhaleDay[]>;
}

/** The table. A write replaces a day's cycle by a later one; a day that was computed afterwards replaces nothing. */
export const WHALE_DAYS: StoredTable<WhaleDay> = {
  migrations: { '0007-whales-and-changes': whalesAndChanges },
  exported: [['whale_days', 'timeline, date']],
  write: async (db, { date, time, ...day }, { timeline }) => {
    await sql`
      insert into whale_days (timeline, date, time, day)
      values (${timeline}, ${date}, ${time}::bigint, ${jsonText(day)}::json)
      on conflict (timeline, date) do update set time = excluded.time, day = excluded.day
      where whale_days.time < excluded.time and excluded.day ->> 'source' = 'live'`.execute(db);
  },
};

/** Days in a database. */
export function createWhaleDays(db: Kysely<Tables>): WhaleDays {
  return {
    read: async (timeline, { from, asOf }) => {
      const rows = await db
        .withTables<Schema>()
        .selectFrom('whaleDays')
        .select(['date', 'time', 'day'])
        .where('timeline', '=', timeline)
        .where('date', '>=', from)
        .where('time', '<=', asOf)
        .orderBy('date')
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the table
      return rows.map(({ date, time, day }) => ({ date, time, ...(day as Omit<WhaleDay, 'date' | 'time'>) }));
    },
  };
}
