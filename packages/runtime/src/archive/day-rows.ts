/** Rows of a day, symbol by symbol, from the store and from the source's bars. */

import { FORCED_VENUES } from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import type { Market } from '@barograph/sources';
import { closedBars } from '../producers/closed-bars.ts';
import { liquidationsSeries, type KeptLiquidation } from '../producers/flow/forced-memory.ts';
import { perpSamplesSeries, type PerpSample } from '../producers/perp/archive.ts';
import type { Observation, Store } from '@barograph/store';
import { openOf } from './days.ts';
import { newsRows } from './news-day.ts';
import { feedFunding } from './past-funding.ts';
import type { Cells, TableType } from './tables.ts';

/** Origin of the rows. */
export interface DaySources {
  readonly market: Market;
  readonly store: Pick<Store, 'observations' | 'takerMinutes' | 'news'>;
  readonly timeline: string;
}

/** Rows of one file. */
export interface SymbolRows {
  /** Empty when the rows cover several exchanges. */
  readonly exchange: string;
  readonly symbol: string;
  readonly rows: readonly Cells[];
  /** Reason of the source's failure; undefined on success. */
  readonly failure?: unknown;
}

/** Perp venue's name in the archive. */
export const PERP_EXCHANGE = 'perpdex';
/** Minutes per read. */
const MINUTES = 240;

/** Yields the rows of a day symbol by symbol. */
export const DAY_ROWS: Readonly<
  Record<
    TableType,
    /** @param written symbols to skip. */
    (from: DaySources, date: string, now: number, written?: ReadonlySet<string>) => AsyncGenerator<SymbolRows>
  >
> = {
  klines: async function* ({ market }, date, now, written) {
    const open = openOf(date);
    for (const listing of await market.listings(now)) {
      const { symbol, venue } = listing;
      if (venue !== 'perpdex_perp' || written?.has(symbol) === true) continue;
      let bars: Awaited<ReturnType<typeof closedBars>>;
      try {
        bars = await closedBars(market, listing, '1m', open, open + DAY_MS, 'bulk');
      } catch (failure) {
        yield { exchange: PERP_EXCHANGE, symbol, rows: [], failure };
        continue;
      }
      if (bars === undefined || bars.length === 0) continue;
      const rows: Cells[] = [];
      for (let i = 0; i < bars.length; i++) {
        const time = bars.time[i]!;
        if (time < open || time > open + DAY_MS - MINUTE_MS) continue;
        const prices = [bars.open[i]!, bars.high[i]!, bars.low[i]!, bars.close[i]!];
        rows.push([PERP_EXCHANGE, symbol, time, ...prices, bars.volume[i]!]);
      }
      yield { exchange: PERP_EXCHANGE, symbol, rows };
    }
  },
  funding: async function* ({ market, store, timeline }, date, now) {
    const samples = await observed(store, perpSamplesSeries(timeline), date, now);
    if (samples.length === 0) yield* feedFunding(market, PERP_EXCHANGE, date);
    for (const [symbol, list] of grouped(samples, ({ key }) => key)) {
      const rows = list.map(({ validTime, knownAt, value }): Cells => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer of the samples
        const { fundingRate, openInterest, mark } = value as PerpSample;
        return [PERP_EXCHANGE, symbol, validTime, knownAt, fundingRate, openInterest, mark];
      });
      yield { exchange: PERP_EXCHANGE, symbol, rows };
    }
  },
  liquidations: async function* ({ store, timeline }, date, now) {
    const closes: (readonly [time: number, key: string, row: Cells])[] = [];
    for (const venue of FORCED_VENUES) {
      for (const { key, validTime, value } of await observed(store, liquidationsSeries(timeline, venue), date, now)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer of forced closes
        const { symbol, side, price, size, basis } = value as KeptLiquidation;
        closes.push([validTime, key, [venue, symbol, validTime, side, price, size, price * size, basis]]);
      }
    }
    closes.sort(([a, one], [b, other]) => (a === b ? (one < other ? -1 : 1) : a - b));
    for (const [symbol, list] of grouped(closes, ([, , row]) => String(row[1]))) {
      yield { exchange: '', symbol, rows: list.map(([, , row]) => row) };
    }
  },
  trade_flow: async function* ({ store, timeline }, date) {
    const coins = new Map<string, Cells[]>();
    const upTo = openOf(date) + DAY_MS - 1;
    let after = openOf(date) - 1;
    for (;;) {
      const minutes = await store.takerMinutes.read(timeline, { after, upTo, most: MINUTES });
      for (const { time, partial, coins: list } of minutes) {
        for (const [coin, buy, sell, large, trades, vwap, maxFill] of list) {
          const rows = coins.get(coin) ?? [];
          rows.push([PERP_EXCHANGE, coin, time, buy, sell, large, trades, vwap, maxFill, partial]);
          coins.set(coin, rows);
        }
      }
      if (minutes.length < MINUTES) break;
      after = minutes.at(-1)!.time;
    }
    for (const [symbol, rows] of coins) yield { exchange: PERP_EXCHANGE, symbol, rows };
  },
  news: async function* ({ store, timeline }, date, now) {
    const rows = await newsRows(store.news, timeline, date, now);
    yield { exchange: '', symbol: '', rows };
  },
};

async function observed(
  { observations }: DaySources['store'],
  series: string,
  date: string,
  now: number,
): Promise<readonly Observation[]> {
  return observations.asOf(series, { knownAt: now, from: openOf(date), to: openOf(date) + DAY_MS - 1 });
}

function grouped<Row>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}
