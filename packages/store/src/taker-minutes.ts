/** Sealed minutes of the taker flow. A minute is written once: what comes later for it is left out. */

import type { CoinMinute, SealedMinute } from '@barograph/positioning';
import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

/** A coin of a minute as it is stored; sums in USD. */
export type StoredCoin = readonly [
  coin: string,
  buy: number,
  sell: number,
  large: number,
  trades: number,
  vwap: number,
  maxFill: number,
];

/** A minute as it is stored. */
export interface StoredMinute {
  /** Open of the minute, epoch ms. */
  readonly time: number;
  readonly partial: boolean;
  /** By name, in the order of code units. */
  readonly coins: readonly StoredCoin[];
}

/** Minutes `(after, upTo]` by their opens, epoch ms. */
export interface MinuteRange {
  readonly after: number;
  readonly upTo: number;
  /** Rows of the answer at most, the oldest. */
  readonly most: number;
}

/** Sealed minutes by market. */
export interface TakerMinutes {
  /** Appends those that are not there yet, all or none. @returns how many that were. */
  append(timeline: string, minutes: readonly SealedMinute[]): Promise<number>;
  /** Oldest first. */
  read(timeline: string, range: MinuteRange): Promise<readonly StoredMinute[]>;
  /** Forgets the minutes of all markets that opened before a moment. */
  prune(before: number): Promise<void>;
}

function stored({ coin, buy, sell, large, trades, vwap, maxFill }: CoinMinute): StoredCoin {
  return [coin, buy, sell, large, trades, vwap, maxFill];
}

/** Minutes in a database. */
export function createTakerMinutes(db: Kysely<Tables>): TakerMinutes {
  return {
    append: async (timeline, minutes) => {
      if (minutes.length === 0) return 0;
      const rows = minutes.map(({ time, partial, coins }) => ({ time, partial, coins: coins.map(stored) }));
      const { numAffectedRows = 0n } = await sql`
        insert into taker_minutes (timeline, time, partial, coins)
        select ${timeline}::text, time, partial, coins
        from json_to_recordset(${jsonText(rows)}::json) as m (time bigint, partial boolean, coins json)
        on conflict (timeline, time) do nothing`.execute(db);
      return Number(numAffectedRows);
    },
    read: async (timeline, { after, upTo, most }) => {
      const rows = await db
        .selectFrom('takerMinutes')
        .select(['time', 'partial', 'coins'])
        .where('timeline', '=', timeline)
        .where('time', '>', after)
        .where('time', '<=', upTo)
        .orderBy('time')
        .limit(most)
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `append`
      return rows.map((row) => ({ ...row, coins: row.coins as readonly StoredCoin[] }));
    },
    prune: async (before) => {
      await db.deleteFrom('takerMinutes').where('time', '<', before).execute();
    },
  };
}
