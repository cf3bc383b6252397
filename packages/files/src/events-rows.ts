/** Reads files of stablecoins, hacks and headlines, identified by columns, names and folders. */

import { DAY_MS, HOUR_MS, TimeReader } from '@barograph/core';
import { EVENT_TERMS_V1, type EventTerms } from './events-terms.ts';
import { mergedHacks, type FileHack } from './hack-rows.ts';
import type { MacroDrop } from './macro-terms.ts';
import { numberIn, type TextTable } from './text-table.ts';

/** Series of USD values with unique ascending times, epoch ms, when each became known. */
export interface FileDollars {
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Title of an article. */
export interface FileHeadline {
  readonly title: string;
  /** Absent without an address. */
  readonly url?: string;
  /** Epoch ms, when it became known. */
  readonly time: number;
  /** Name of the file. */
  readonly publisher: string;
}

/** Rows of all kinds. */
export interface EventRows {
  /** Circulating value of all stablecoins; undefined without a file. */
  readonly stablecoinTotal: FileDollars | undefined;
  /** Circulating value by ticker. */
  readonly stablecoinSupplies: readonly (FileDollars & { readonly symbol: string })[];
  /** Prices by ticker, against another stablecoin. */
  readonly stablecoinPrices: readonly (FileDollars & { readonly symbol: string; readonly publisher: string })[];
  /** Oldest first; undefined without a file. */
  readonly hacks: readonly FileHack[] | undefined;
  /** Oldest first. */
  readonly headlines: readonly FileHeadline[];
  /** Dropped rows by kind and reason, as in `hacks out_of_range`. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** Folder of hourly bars of stablecoins against other stablecoins. */
export const STABLECOIN_BARS = 'ohlcv_1h/stablecoins_binance_spot';

/** Name of a file of bars: coin and quote. */
const PAIR = /^([A-Z0-9]{2,12})(USDT)(?:\.|_|$)/;

/** Collects rows of files. */
export interface EventsReader {
  /** @param folder within the folder of all. @returns whether the table is one of these kinds. */
  add(folder: string, file: string, table: TextTable): boolean;
  rows(): EventRows;
}

/** Converts `time → value` to ascending columns. */
function dollarsOf(rows: ReadonlyMap<number, number>): FileDollars {
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return { time: Float64Array.from(sorted, ([time]) => time), value: Float64Array.from(sorted, ([, value]) => value) };
}

/** Time when a dated row became known; a day without a time is known at its end. */
function knownAt(time: number): number {
  return time % DAY_MS === 0 ? time + DAY_MS : time;
}

/**
 * Creates a reader without files.
 * @param now epoch ms; later rows are dropped.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- kinds of files that share the count of dropped rows
export function createEventsReader(now: number, terms: EventTerms = EVENT_TERMS_V1): EventsReader {
  let total: FileDollars | undefined;
  const supplies = new Map<string, FileDollars>();
  const prices: (FileDollars & { readonly symbol: string; readonly publisher: string })[] = [];
  const hacks: FileHack[] = [];
  const complement: FileHack[] = [];
  let hasHacks = false;
  const headlines: FileHeadline[] = [];
  const dropped: Record<string, number> = {};
  const drop = (what: string, reason: MacroDrop): void => {
    const key = `${what} ${reason}`;
    dropped[key] = (dropped[key] ?? 0) + 1;
  };

  /** Times of the rows; invalid and future times are counted and become NaN. */
  const timesOf = (table: TextTable, what: string): Float64Array => {
    const reader = new TimeReader();
    return Float64Array.from({ length: table.length }, (_, row) => {
      const text = table.cell(row, 'timestamp').trim();
      const number = numberIn(text);
      const time = number === undefined ? reader.ofText(text) : reader.ofNumber(number);
      if (Number.isNaN(time)) drop(what, 'not_a_time');
      else if (time > now) drop(what, 'in_the_future');
      else return time;
      return NaN;
    });
  };
  /** Reads a column of amounts, each known `knownMs` after its time. Empty cells are skipped. */
  const column = (
    table: TextTable,
    name: string,
    [low, high]: readonly [number, number],
    knownMs: number,
    what: string,
  ): FileDollars => {
    const rows = new Map<number, number>();
    for (const [row, time] of timesOf(table, what).entries()) {
      const cell = table.cell(row, name);
      const value = numberIn(cell);
      if (Number.isNaN(time) || cell.trim() === '') continue;
      if (value === undefined || Number.isNaN(value)) drop(what, 'not_a_number');
      else if (!(value >= low && value <= high)) drop(what, 'out_of_range');
      else if (rows.has(time + knownMs)) drop(what, 'duplicate');
      else rows.set(time + knownMs, value);
    }
    return dollarsOf(rows);
  };
  const addHacks = (table: TextTable, lossColumn: string, into: FileHack[], most: number): void => {
    hasHacks = true;
    for (const [row, day] of timesOf(table, 'hacks').entries()) {
      const name = table.cell(row, 'name').trim();
      const loss = numberIn(table.cell(row, lossColumn));
      if (Number.isNaN(day)) continue;
      if (loss === undefined) drop('hacks', 'not_a_number');
      else if (loss < 0 || loss > most) drop('hacks', 'out_of_range');
      else if (name === '' || into.some((known) => known.name === name && known.day === day))
        drop('hacks', 'duplicate');
      else into.push({ name, day, time: knownAt(day), lossUsd: loss > 0 ? loss : null });
    }
  };
  const addHeadlines = (file: string, table: TextTable, titles: string): void => {
    const publisher = file.replace(/\.csv(?:\.gz)?$/i, '');
    for (const [row, time] of timesOf(table, 'headlines').entries()) {
      const title = table.cell(row, titles).replaceAll(/\s+/g, ' ').trim();
      const url = table.cell(row, 'url').trim();
      if (Number.isNaN(time)) continue;
      if (title === '') drop('headlines', 'not_a_text');
      else headlines.push({ title, ...(url === '' ? {} : { url }), time: knownAt(time), publisher });
    }
  };

  return {
    add: (folder, file, table) => {
      const has = (...names: readonly string[]): boolean => names.every((name) => table.columns.includes(name));
      const [, symbol = '', quote = ''] = folder === STABLECOIN_BARS ? (PAIR.exec(file) ?? []) : [];
      if (symbol !== '' && has('timestamp', 'close')) {
        const rows = column(table, 'close', terms.price, HOUR_MS, `pegs ${symbol}`);
        prices.push({ symbol, publisher: `${symbol}/${quote}`, ...rows });
      } else if (has('timestamp', 'total_stablecoin_usd') && total === undefined) {
        total = column(table, 'total_stablecoin_usd', terms.supply, DAY_MS, 'stablecoins total');
      } else if (folder === 'stablecoins' && has('timestamp') && !has('total_stablecoin_usd')) {
        for (const name of table.columns.filter((known) => /^[A-Z0-9]{2,12}$/.test(known) && !supplies.has(known))) {
          supplies.set(name, column(table, name, terms.supply, DAY_MS, `stablecoins ${name}`));
        }
      } else if (has('timestamp', 'name', 'loss_usd')) addHacks(table, 'loss_usd', hacks, terms.maxLossUsd);
      else if (has('timestamp', 'name', 'loss_usd_parsed')) {
        addHacks(table, 'loss_usd_parsed', complement, terms.maxParsedLossUsd);
      } else if (has('timestamp', 'headline')) addHeadlines(file, table, 'headline');
      else if (has('timestamp', 'title', 'url')) addHeadlines(file, table, 'title');
      else return false;
      return true;
    },
    rows: () => ({
      stablecoinTotal: total,
      stablecoinSupplies: [...supplies].map(([symbol, rows]) => ({ symbol, ...rows })),
      stablecoinPrices: prices,
      hacks: hasHacks ? mergedHacks(hacks, complement) : undefined,
      headlines: headlines.toSorted((a, b) => a.time - b.time),
      dropped,
    }),
  };
}
