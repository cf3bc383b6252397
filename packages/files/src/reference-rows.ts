/** Parses rows of reference files, by kind. */

import { DAY_MS, parseIsoTime } from '@barograph/core';
import type { FileReferenceCoin, FileSchedule } from './reference.ts';
import { numberIn, type TextTable } from './text-table.ts';

/** Kinds of files by their distinguishing columns; the first match wins. */
const KINDS = {
  coins: ['date', 'coingecko_id', 'symbol', 'current_price_usd', 'circulating_supply'],
  tranches: ['timestamp', 'protocol', 'kind', 'section', 'amount'],
  streams: ['start', 'end', 'protocol', 'section', 'amount'],
  categories: ['date', 'category_name', 'market_cap_usd'],
  membership: ['asset_id', 'category_name'],
} as const;
/** A kind of file. */
export type ReferenceKind = keyof typeof KINDS;

/** Kind of a table; undefined for other files. */
export function kindOfTable({ columns }: TextTable): ReferenceKind | undefined {
  const kinds: readonly ReferenceKind[] = ['coins', 'tranches', 'streams', 'categories', 'membership'];
  return kinds.find((kind) => KINDS[kind].every((column) => columns.includes(column)));
}

/** Rows of a table by day; NaN for an unreadable day. */
export function rowsByDay(table: TextTable): ReadonlyMap<number, readonly number[]> {
  const days = new Map<number, number[]>();
  for (let row = 0; row < table.length; row++) {
    const day = parseIsoTime(table.cell(row, 'date').trim());
    const known = days.get(day);
    if (known === undefined) days.set(day, [row]);
    else known.push(row);
  }
  return days;
}

/** End of a day, when its values become known. */
export function knownAfterDay(day: number): number {
  return day + DAY_MS;
}

/** Parses a coin; invalid numbers are NaN. */
export function coinOfRow(table: TextTable, row: number, categories: readonly string[]): FileReferenceCoin {
  const number = (column: string): number => numberIn(table.cell(row, column)) ?? NaN;
  return {
    id: table.cell(row, 'coingecko_id').trim(),
    symbol: table.cell(row, 'symbol').trim(),
    name: table.cell(row, 'name'),
    rank: number('market_cap_rank'),
    price: number('current_price_usd'),
    marketCap: number('market_cap_usd'),
    circulating: number('circulating_supply'),
    total: number('total_supply'),
    max: number('max_supply'),
    change24h: number('price_change_percentage_24h'),
    change7d: number('price_change_percentage_7d_in_currency'),
    categories,
    contracts: [],
  };
}

/** Parses a tranche; undefined when a number is invalid. */
export function trancheOfRow(table: TextTable, row: number): FileSchedule['tranches'][number] | undefined {
  const time = numberIn(table.cell(row, 'timestamp'));
  const tokens = numberIn(table.cell(row, 'amount'));
  if (!isTime(time) || !isAmount(tokens)) return undefined;
  const kind = table.cell(row, 'kind') === 'cliff' ? 'cliff' : 'step';
  return { time, tokens, section: table.cell(row, 'section').trim(), kind };
}

/** Parses a stream; undefined when a number is invalid. */
export function streamOfRow(table: TextTable, row: number): FileSchedule['streams'][number] | undefined {
  const from = numberIn(table.cell(row, 'start'));
  const to = numberIn(table.cell(row, 'end'));
  const tokens = numberIn(table.cell(row, 'amount'));
  return isTime(from) && isTime(to) && to > from && isAmount(tokens) ? { from, to, tokens } : undefined;
}

/** Latest accepted time of a schedule: the year 3000, epoch ms. */
const LATEST = 32_503_680_000_000;

function isTime(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value < LATEST;
}

function isAmount(value: number | undefined): value is number {
  return value !== undefined && value > 0 && value < Infinity;
}
