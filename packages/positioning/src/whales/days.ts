/** Whale holdings at the end of each UTC day, from the last cycle of the day. */

import { shown, UsageError, type Reducer } from '@barograph/core';
import { checkWhalesConfig, WHALES_V1, type WhalesConfig } from './config.ts';
import type { WhaleCoin, WhalesRecord } from './whales.ts';

/** UTC day; plain JSON. The newest one shows the cycle so far. */
export interface WhaleDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Time of the cycle, epoch ms. */
  readonly time: number;
  /** Long notional of all tracked accounts, USD at mark. */
  readonly long: number;
  readonly short: number;
  readonly net: number;
  readonly gross: number;
  /** Coins, largest |net| first. */
  readonly topCoins: readonly Pick<WhaleCoin, 'coin' | 'long' | 'short' | 'net' | 'gross'>[];
  /** `live`: from a cycle. `seed`: computed later, from the accounts' holdings at the end of the day. */
  readonly source: 'seed' | 'live';
  /** Whether the numbers were estimated. */
  readonly estimated: boolean;
}

/** Days so far; plain JSON. */
export interface WhaleDaysState {
  readonly version: string;
  /** Days, oldest first, each date once. */
  readonly days: readonly WhaleDay[];
}

/**
 * Day of a cycle, as long as no later cycle follows.
 * @param config parameters. @default WHALES_V1
 *
 * @example
 * const whale = { address: '0xb', equity: 2e6, positions: [{ coin: 'BTC', size: -9, entry: 99_000 }] };
 * const book = accountBook([whale], [{ coin: 'BTC', mark: 100_000 }]);
 * const { initial, step } = whales();
 * const record = step(initial, { time: Date.UTC(2026, 9, 1, 12), book, classes: classesNow(book) }).output;
 * const { date, short } = whaleDay(record);
 * [date, short]; // → [ '2026-10-01', 900000 ]
 */
export function whaleDay(record: WhalesRecord, { topCoinsOfDay }: WhalesConfig = WHALES_V1): WhaleDay {
  const { time, all, topCoins } = record;
  return {
    date: new Date(time).toISOString().slice(0, 10),
    time,
    long: all.long,
    short: all.short,
    net: all.net,
    gross: all.gross,
    topCoins: topCoins
      .slice(0, topCoinsOfDay)
      .map(({ coin, long, short, net, gross }) => ({ coin, long, short, net, gross })),
    source: 'live',
    estimated: false,
  };
}

/**
 * Creates the reducer of whale days: summaries in, the day of each out. A later cycle of a day replaces the previous
 * one; a cycle older than the newest changes nothing. Days without a cycle are missing: nothing is filled in.
 *
 * @param config parameters. @default WHALES_V1
 * @returns a reducer whose `step` throws a `UsageError` when the state has another version.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const whale = { address: '0xb', equity: 2e6, positions: [{ coin: 'BTC', size: -9, entry: 99_000 }] };
 * const book = accountBook([whale], [{ coin: 'BTC', mark: 100_000 }]);
 * const cycles = [0, 12, 24].map((hour) => ({ time: hour * HOUR_MS, book, classes: classesNow(book) }));
 * const { outputs } = fold(whales(), cycles);
 * fold(whaleDays(), outputs).state.days.map(({ date }) => date); // → [ '1970-01-01', '1970-01-02' ]
 */
export function whaleDays(config: WhalesConfig = WHALES_V1): Reducer<WhaleDaysState, WhalesRecord, WhaleDay> {
  checkWhalesConfig(config);
  return {
    initial: { version: config.version, days: [] },
    step: (state, record) => {
      if (state.version !== config.version) {
        throw new UsageError(`"state" expected the version ${config.version}, got ${shown(state.version)}`);
      }
      const day = whaleDay(record, config);
      const last = state.days.at(-1);
      if (last !== undefined && day.time < last.time) return { state, output: day };
      const before = last?.date === day.date ? state.days.slice(0, -1) : state.days;
      return { state: { version: config.version, days: [...before, day].slice(-config.days) }, output: day };
    },
  };
}
