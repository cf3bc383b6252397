/** Days of perps of other venues: one row for each venue, perp and UTC day. */

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
    /** Moment at which the day was first kept, epoch ms. */
    readonly knownAt: number;
    readonly numbers: JsonColumn;
  };
};

/** Numbers of a day; what is not known is left out. */
export interface VenueDayNumbers {
  /** Sum of the settlements, fraction of the notional, and how many there were. */
  readonly funding?: number;
  readonly settlements?: number;
  /** Units of the coin, and USD, at the end of the day. */
  readonly openInterest?: number;
  readonly openInterestUsd?: number;
  /** Share of accounts that are net long, at the end of the day. */
  readonly longShare?: number;
}

/** A day of a perp. */
export interface VenueDay {
  readonly venue: string;
  readonly symbol: string;
  /** Open of the day, epoch ms. */
  readonly day: number;
  readonly numbers: VenueDayNumbers;
}

/** Days that a run adds, and the first that is still kept. */
export interface VenueDaysAdded {
  readonly days: readonly VenueDay[];
  /** Days before this one are deleted, epoch ms. */
  readonly keepFrom: number;
}

/** Days of interest. */
export interface VenueDaysRange {
  readonly venue: string;
  readonly symbol: string;
  /** Open of the first day, epoch ms. */
  readonly from: number;
  /** Days that became known later are left out, epoch ms: those that a replay has not come to yet. */
  readonly asOf: number;
}

/** Days by market. */
export interface VenueDays {
  /** Oldest first. */
  read(timeline: string, range: VenueDaysRange): Promise<readonly VenueDay[]>;
  /** Open of the first day of a perp; undefined where there is none. */
  first(timeline: string, of: Omit<VenueDaysRange, 'from'>): Promise<number | undefined>;
}

/** The table. In a write, a number that is there already is replaced by a new one, and stays where the new day does not know it. */
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
