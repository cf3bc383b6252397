/** Daily values of perps on other venues: one row per venue, perp and UTC day. */

import { sql, type Kysely } from 'kysely';
import type { JsonColumn } from './json-column.ts';
import { jsonText } from './json-text.ts';
import { venueDays } from './migrations/0008-venue-days.ts';
import type { Tables } from './schema.ts';
import type { StoredTable } from './table.ts';

type Schema = {
  readonly venueDays: {
    readonly timeline: string;
    readonly venue: string;
    readonly symbol: string;
    /** Open of the UTC day, epoch ms. */
    readonly day: number;
    /** Moment at which the day was first stored, epoch ms. */
    readonly knownAt: number;
    readonly numbers: JsonColumn;
  };
};

/** Values of a day; unknown ones are absent. */
export interface VenueDayNumbers {
  /** Sum of funding settlements, fraction of the notional, and their number. */
  readonly funding?: number;
  readonly settlements?: number;
  /** Open interest at the end of the day, in units of the coin and in USD. */
  readonly openInterest?: number;
  readonly openInterestUsd?: number;
  /** Share of accounts that are net long at the end of the day, fraction. */
  readonly longShare?: number;
}

/** Day of a perp. */
export interface VenueDay {
  readonly venue: string;
  readonly symbol: string;
  /** Open of the day, epoch ms. */
  readonly day: number;
  readonly numbers: VenueDayNumbers;
}

/** Days to add, and the first day to keep. */
export interface VenueDaysAdded {
  readonly days: readonly VenueDay[];
  /** Deletes days before this one, epoch ms. */
  readonly keepFrom: number;
}

/** Query for days. */
export interface VenueDaysRange {
  readonly venue: string;
  readonly symbol: string;
  /** Open of the first day, epoch ms. */
  readonly from: number;
  /** Excludes days that became known later, epoch ms, for replays. */
  readonly asOf: number;
}

/** Days by market. */
export interface VenueDays {
  /** Oldest first. */
  read(timeline: string, range: VenueDaysRange): Promise<readonly VenueDay[]>;
  /** Open of the first day of a perp; undefined without one. */
  first(timeline: string, series: Omit<VenueDaysRange, 'from'>): Promise<number | undefined>;
}

/** The table. A write replaces the values that it knows and leaves the others unchanged. */
export const VENUE_DAYS: StoredTable<VenueDaysAdded> = {
  migrations: { '0008-venue-days': venueDays },
  exported: [['venue_days', 'timeline, venue, symbol, day']],
  write: async (db, { days, keepFrom }, { timeline, asOf }) =>
    db.transaction().execute(async (on) => {
      await sql`
        insert into venue_days (timeline, venue, symbol, day, known_at, numbers)
        select ${timeline}, venue, symbol, day, ${asOf}::bigint, numbers
        from json_to_recordset(${jsonText(days)}::json) as n (venue text, symbol text, day bigint, numbers jsonb)
        on conflict (timeline, venue, symbol, day) do update set numbers = venue_days.numbers || excluded.numbers`.execute(
        on,
      );
      await sql`delete from venue_days where timeline = ${timeline} and day < ${keepFrom}::bigint`.execute(on);
    }),
};

/** Days in a database. */
export function createVenueDays(database: Kysely<Tables>): VenueDays {
  const db = database.withTables<Schema>();
  return {
    read: async (timeline, { venue, symbol, from, asOf }) => {
      const rows = await db
        .selectFrom('venueDays')
        .select(['day', 'numbers'])
        .where('timeline', '=', timeline)
        .where('venue', '=', venue)
        .where('symbol', '=', symbol)
        .where('day', '>=', from)
        .where('knownAt', '<=', asOf)
        .orderBy('day')
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the table
      return rows.map(({ day, numbers }) => ({ venue, symbol, day, numbers: numbers as VenueDayNumbers }));
    },
    first: async (timeline, { venue, symbol, asOf }) => {
      const row = await db
        .selectFrom('venueDays')
        .select('day')
        .where('timeline', '=', timeline)
        .where('venue', '=', venue)
        .where('symbol', '=', symbol)
        .where('knownAt', '<=', asOf)
        .orderBy('day')
        .limit(1)
        .executeTakeFirst();
      return row?.day;
    },
  };
}
