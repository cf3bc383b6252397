/** Mapping of a file's columns to those of trades. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';
import { bare } from './column-names.ts';

/** Columns that a file of trades must have, in the order of the cells of a row. A column `coin` may come with them. */
export const TRADE_COLUMNS = ['time', 'side', 'price', 'size', 'id'] as const;

/** Columns that a caller may name. `maker` says whether the buyer was the maker, in place of a side. */
export const TRADE_MAPPING = ['time', 'side', 'price', 'size', 'id', 'maker', 'coin'] as const;

/** One of {@link TRADE_MAPPING}. */
export type TradeColumn = (typeof TRADE_MAPPING)[number];

/** Columns of a file of trades by what they are, such as `{ time: 'T', size: 'Filled' }`; in a file without a header numbers, from 1. */
export type TradeMapping = Readonly<Partial<Record<TradeColumn, string>>>;

/** Names under which venues and archives write a column, the surest first, as {@link bare} has them. */
const ALIASES: readonly (readonly string[])[] = [
  ['time', 'timestamp', 'ts', 'transacttime', 'createdtime', 'tradetime', 'datetime', 'date', 't'],
  ['side', 'takerside', 'direction'],
  ['price', 'px', 'p'],
  // Bybit writes contracts beside coins, and Binance does where they differ.
  ['homenotional', 'baseqty', 'size', 'sz', 'qty', 'quantity', 'amount', 'q'],
  ['id', 'tid', 'tradeid', 'aggtradeid', 'trdmatchid', 'execid', 'a'],
];
/** Names of the flag that the buyer was the maker: then the taker sold. */
const MAKERS = ['isbuyermaker', 'buyermaker', 'm'];
const COINS: ReadonlySet<string> = new Set(['symbol', 'instrumentname', 'instid', 'instrument']);

/** For each of {@link TRADE_COLUMNS}: where it stands, and how the file spells it. */
export interface TradeColumnMap {
  readonly index: readonly number[];
  readonly names: readonly string[];
  /** Whether the column of the side says that the buyer was the maker. */
  readonly isMaker: boolean;
  /** Place of the column of coins; -1 when the file is of one coin. */
  readonly coin: number;
  /** Place of a column of markets, which are coins when there are several; -1 without one. */
  readonly market: number;
  /** Whether sizes may be contracts, as those of derivatives in the archives of OKX. */
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

/** Rules of cells without a header: of the price and the size beside them. */
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

/** Names for the cells of a first row that is no header: those of the archive that it confirms, else numbers. */
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
 * Finds the columns in a header: any order, any case, blanks around a name ignored, further columns allowed.
 *
 * @param flag that states `mapping`, for messages that ask for it.
 * @returns where they are, or the first that is missing or there twice.
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
    const asked = column === 'side' ? (mapping.side ?? mapping.maker) : mapping[column];
    const places = asked === undefined ? placesOf(header, lower, ALIASES[at]!) : placeOf(header, asked);
    const makers =
      column === 'side' && asked === undefined && places.length === 0 ? placesOf(header, lower, MAKERS) : [];
    if (column === 'side') isMaker = makers.length > 0 || (mapping.side === undefined && mapping.maker !== undefined);
    const found = places.length === 0 ? makers : places;
    if (found.length !== 1) {
      const remedy = flag === undefined ? '' : `, or ${flag} ${column}=NAME`;
      const expected = found.length > 1 ? 'a column there once' : `a header with ${TRADE_COLUMNS.join(', ')}${remedy}`;
      return err({ code: 'missing_column', column: asked ?? column, expected, got: listed(header) });
    }
    index.push(found[0]!);
  }
  const names = index.map((at) => header[at]!.trim());
  const coin = mapping.coin === undefined ? lower.indexOf('coin') : (placeOf(header, mapping.coin)[0] ?? -1);
  const market = lower.findIndex((name) => COINS.has(name));
  const mayBeContracts = mapping.size === undefined && /^instrument_?name|^inst_?id/i.test(header[market] ?? '');
  return ok({ index, names, isMaker, coin, market, mayBeContracts });
}

/** Places of the surest name; of one letter that of its own case. */
function placesOf(header: readonly string[], lower: readonly string[], names: readonly string[]): readonly number[] {
  const name = names.find((each) => lower.includes(each));
  if (name === undefined) return [];
  const places = lower.flatMap((each, place) => (each === name ? [place] : []));
  const exact = places.filter((place) => header[place]!.trim() === name);
  return exact.length === 1 ? exact : places;
}

/** The column of a name, or of a number in a file without a header. */
function placeOf(header: readonly string[], asked: string): readonly number[] {
  const wanted = asked.trim().toLowerCase();
  const named = header.findIndex((name) => name.trim().toLowerCase() === wanted);
  if (named !== -1) return [named];
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= header.length ? [number - 1] : [];
}
