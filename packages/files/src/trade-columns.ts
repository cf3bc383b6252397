/** Maps a file's columns to the columns of trades. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';
import { bare } from './column-names.ts';

/** Required columns of a file of trades, in cell order. A column `coin` is optional. */
export const TRADE_COLUMNS = ['time', 'side', 'price', 'size', 'id'] as const;

/** Columns that a caller may map. `maker` is a flag that the buyer was the maker, instead of a side. */
export const TRADE_MAPPING = ['time', 'side', 'price', 'size', 'id', 'maker', 'coin'] as const;

/** Meaning that a column of a trades file can have. */
export type TradeColumn = (typeof TRADE_MAPPING)[number];

/** Maps trade columns to file columns, such as `{ time: 'T', size: 'Filled' }`; in a file without a header to numbers, from 1. */
export type TradeMapping = Readonly<Partial<Record<TradeColumn, string>>>;

/** Column names of venues and archives, most certain first, in the form of {@link bare}. */
const ALIASES: readonly (readonly string[])[] = [
  ['time', 'timestamp', 'ts', 'transacttime', 'createdtime', 'tradetime', 'datetime', 'date', 't'],
  ['side', 'takerside', 'direction'],
  ['price', 'px', 'p'],
  // Bybit writes contracts next to coins, and so does Binance where they differ.
  ['homenotional', 'baseqty', 'size', 'sz', 'qty', 'quantity', 'amount', 'q'],
  ['id', 'tid', 'tradeid', 'aggtradeid', 'trdmatchid', 'execid', 'a'],
];
/** Names of the flag that the buyer was the maker, so that the taker sold. */
const MAKERS = ['isbuyermaker', 'buyermaker', 'm'];
const COINS: ReadonlySet<string> = new Set(['symbol', 'instrumentname', 'instid', 'instrument']);

/** Index and spelling of each of {@link TRADE_COLUMNS} in the file. */
export interface TradeColumnMap {
  readonly index: readonly number[];
  readonly names: readonly string[];
  /** Whether the side column is a flag that the buyer was the maker. */
  readonly isMaker: boolean;
  /** Index of the coin column; -1 for a file of one coin. */
  readonly coin: number;
  /** Index of a market column, whose values are coins when they differ; -1 when absent. */
  readonly market: number;
  /** Whether sizes may be contracts, as for derivatives in OKX archives. */
  readonly mayBeContracts: boolean;
}

function listed(header: readonly string[]): string {
  const text = header.map((name) => name.trim()).join(', ');
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Layouts of archives without a header. */
const HEADERLESS: readonly (readonly string[])[] = [
  ['id', 'price', 'size', 'quote', 'time', 'maker'],
  ['id', 'price', 'size', 'quote', 'time', 'maker', 'x'],
  ['id', 'price', 'contracts', 'size', 'time', 'maker'],
  ['id', 'price', 'size', 'x', 'x', 'time', 'maker'],
  ['id', 'price', 'size', 'x', 'x', 'time', 'maker', 'x'],
  ['time', 'id', 'x', 'side', 'price', 'size', 'x'],
];
const LEAST_TIME = 1e9;
const FLAG = /^(?:true|false)$/i;
const SIDE = /^(?:buy|sell)$/i;

/** Checks of cells without a header, given the price and size next to them. */
const RULES: Readonly<Record<string, (text: string, price: number, size: number) => boolean>> = {
  time: (text) => Number(text) > LEAST_TIME,
  maker: (text) => FLAG.test(text),
  side: (text) => SIDE.test(text),
  price: (_, price) => price > 0,
  size: (_, __, size) => size > 0,
  quote: (text, price, size) => Math.abs(Number(text) / (price * size) - 1) < 0.01,
  contracts: (text, price, size) =>
    [10, 100].some((each) => Math.abs((Number(text) * each) / (price * size) - 1) < 0.01),
};

/** Column names for a first row that is not a header: those of the archive that it matches, otherwise numbers. */
export function headerOf(cells: readonly unknown[]): readonly string[] | undefined {
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : shown(cell)));
  if (!texts.some((text) => Number(text) > LEAST_TIME) || texts.some((text) => bare(text) === 'price'))
    return undefined;
  const found = HEADERLESS.find((roles) => {
    const at = (role: string): number => Number(texts[roles.indexOf(role)]);
    const confirms = (role: string, i: number): boolean => RULES[role]?.(texts[i]!, at('price'), at('size')) ?? true;
    return roles.length === texts.length && roles.every(confirms);
  });
  return found?.map((role, i) => (role === 'x' ? `cell ${i + 1}` : role === 'maker' ? 'is_buyer_maker' : role)) ?? [];
}

/**
 * Finds the columns in a header: any order, any case, blanks around a name ignored, additional columns allowed.
 *
 * @param flag flag that sets `mapping`, named in messages.
 * @returns the mapping, or the problem of the first missing or repeated column.
 */
export function findTradeColumns(
  header: readonly string[],
  mapping: TradeMapping = {},
  flag?: string,
): Result<TradeColumnMap, DataProblem> {
  const lower = header.map((name) => bare(name.split('/')[0]!));
  const index: number[] = [];
  let isMaker = false;
  for (const [at, column] of TRADE_COLUMNS.entries()) {
    const name = column === 'side' ? (mapping.side ?? mapping.maker) : mapping[column];
    const places = name === undefined ? placesOf(header, lower, ALIASES[at]!) : placeOf(header, name);
    const makers =
      column === 'side' && name === undefined && places.length === 0 ? placesOf(header, lower, MAKERS) : [];
    if (column === 'side') isMaker = makers.length > 0 || (mapping.side === undefined && mapping.maker !== undefined);
    const found = places.length === 0 ? makers : places;
    if (found.length !== 1) {
      const remedy = flag === undefined ? '' : `, or ${flag} ${column}=NAME`;
      const expected = found.length > 1 ? 'a column there once' : `a header with ${TRADE_COLUMNS.join(', ')}${remedy}`;
      return err({ code: 'missing_column', column: name ?? column, expected, got: listed(header) });
    }
    index.push(found[0]!);
  }
  const names = index.map((at) => header[at]!.trim());
  const coin = mapping.coin === undefined ? lower.indexOf('coin') : (placeOf(header, mapping.coin)[0] ?? -1);
  const market = lower.findIndex((name) => COINS.has(name));
  const mayBeContracts = mapping.size === undefined && /^instrument_?name|^inst_?id/i.test(header[market] ?? '');
  return ok({ index, names, isMaker, coin, market, mayBeContracts });
}

/** Indexes of the most certain name. Single letters are case-sensitive. */
function placesOf(header: readonly string[], lower: readonly string[], names: readonly string[]): readonly number[] {
  const name = names.find((each) => lower.includes(each));
  if (name === undefined) return [];
  const places = lower.flatMap((each, place) => (each === name ? [place] : []));
  const exact = places.filter((place) => header[place]!.trim() === name);
  return exact.length === 1 ? exact : places;
}

/** Index of a named column, or of a column number in a file without a header. */
function placeOf(header: readonly string[], column: string): readonly number[] {
  const wanted = column.trim().toLowerCase();
  const named = header.findIndex((name) => name.trim().toLowerCase() === wanted);
  if (named !== -1) return [named];
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= header.length ? [number - 1] : [];
}
