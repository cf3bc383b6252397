/** Sealed minutes of the taker flow. A minute is written once; later data for it is dropped. */

import type { CoinMinute, SealedMinute } from '@barograph/positioning';
import { DAY_MS } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import type { JsonColumn } from './json-column.ts';
import { jsonText } from './json-text.ts';
import { takerMinutes } from './migrations/0005-taker-minutes.ts';
import type { Tables } from './schema.ts';
import type { StoredTable } from './table.ts';

type Schema = {
  readonly takerMinutes: {
    readonly timeline: string;
    /** Open of the minute, epoch ms. */
    readonly time: number;
    readonly partial: boolean;
    /** Coins with fills, as tuples of name, buy, sell, large, trades, VWAP, largest fill. */
    readonly coins: JsonColumn;
  };
};

/** Stored coin of a minute; sums in USD. */
export type StoredCoin = readonly [
  coin: string,
  buy: number,
  sell: number,
  large: number,
  trades: number,
  vwap: number,
  maxFill: number,
];

/** Stored minute. */
export interface StoredMinute {
  /** Open of the minute, epoch ms. */
  readonly time: number;
  readonly partial: boolean;
  /** By name, in order of UTF-16 code units. */
  readonly coins: readonly StoredCoin[];
}

/** Minutes `(after, upTo]` by their opens, epoch ms. */
export interface MinuteRange {
  readonly after: number;
  readonly upTo: number;
  /** Maximum number of rows, oldest first. */
  readonly most: number;
}

/** Sealed minutes by market. */
export interface TakerMinutes {
  /** Oldest first. */
  read(timeline: string, range: MinuteRange): Promise<readonly StoredMinute[]>;
}

function stored({ coin, buy, sell, large, trades, vwap, maxFill }: CoinMinute): StoredCoin {
  return [coin, buy, sell, large, trades, vwap, maxFill];
}

/** The table. A write adds missing minutes and returns their number. */
export const TAKER_MINUTES: StoredTable<readonly SealedMinute[], number> = {
  migrations: { '0005-taker-minutes': takerMinutes },
  exported: [['taker_minutes', 'timeline, time']],
  // Queries span at most a day, and a day's file can still be created two days later.
  retention: { from: 'taker_minutes', column: 'time', keptMs: 3 * DAY_MS, heldBy: 'trade_flow' },
  write: async (db, minutes, { timeline }) => {
    if (minutes.length === 0) return 0;
    const rows = minutes.map(({ time, partial, coins }) => ({ time, partial, coins: coins.map(stored) }));
    const { numAffectedRows = 0n } = await sql`
      insert into taker_minutes (timeline, time, partial, coins)
      select ${timeline}::text, time, partial, coins
      from json_to_recordset(${jsonText(rows)}::json) as m (time bigint, partial boolean, coins json)
      on conflict (timeline, time) do nothing`.execute(db);
    return Number(numAffectedRows);
  },
};

/** Minutes in a database. */
export function createTakerMinutes(db: Kysely<Tables>): TakerMinutes {
  return {
    read: async (timeline, { after, upTo, most }) => {
      const rows = await db
        .withTables<Schema>()
        .selectFrom('takerMinutes')
        .select(['time', 'partial', 'coins'])
        .where('timeline', '=', timeline)
        .where('time', '>', after)
        .where('time', '<=', upTo)
        .orderBy('time')
        .limit(most)
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the table
      return rows.map((row) => ({ ...row, coins: row.coins as readonly StoredCoin[] }));
    },
  };
}
