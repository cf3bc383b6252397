/**
 * Answers of the perp venue, limited to the fields in use. Values inside rows may have any type: an invalid one makes that value
 * unknown, while an invalid frame makes the whole answer unreadable.
 *
 * @source the venue's public API reference (info endpoint, websocket), and its recorded answers of 2023 to 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import { DAY_MS, err, ok, stepMs, type Bar, type Interval, type Result } from '@barograph/core';
import type { Book, BookSide } from '../market/book.ts';
import type { Mid, PerpContext } from '../market/contexts.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import {
  type Faults,
  createFaults,
  decimal,
  decimalOrNull,
  epochTime,
  flag,
  whole,
} from '../upstream/payload/values.ts';
import { readMarginTables, type MarginTables } from './margin-tables.ts';

/** Perp of the universe. */
export type UniverseRow = Values<
  'name' | 'szDecimals' | 'maxLeverage' | 'isDelisted' | 'onlyIsolated' | 'marginTableId'
>;
/** Current values of a perp, as the venue states them. */
export type ContextRow = Values<
  'funding' | 'openInterest' | 'prevDayPx' | 'dayNtlVlm' | 'premium' | 'oraclePx' | 'markPx' | 'midPx'
>;
const universeRow: TUnsafe<UniverseRow> = row(
  ['name', 'szDecimals', 'maxLeverage', 'isDelisted', 'onlyIsolated', 'marginTableId'],
  ['marginMode', 'growthMode', 'lastGrowthModeChangeTime'],
);
const contextRow: TUnsafe<ContextRow> = row(
  ['funding', 'openInterest', 'prevDayPx', 'dayNtlVlm', 'premium', 'oraclePx', 'markPx', 'midPx'],
  ['impactPxs', 'dayBaseVlm'],
);

/** Contexts of all perps: rows of both lists correspond by index. */
export type ContextsPayload = readonly [
  { readonly universe: readonly UniverseRow[]; readonly marginTables?: unknown },
  readonly ContextRow[],
];
export const contextsPayload: TUnsafe<ContextsPayload> = Type.Unsafe(
  Type.Tuple([
    Type.Object({
      universe: Type.Array(universeRow),
      marginTables: Type.Optional(Type.Unknown()),
      collateralToken: Type.Optional(Type.Unknown()),
    }),
    Type.Array(contextRow),
  ]),
);

/** Mid prices by name; names with `@` or a slash are spot pairs. */
export type MidsPayload = Readonly<Record<string, unknown>>;
export const midsPayload: TUnsafe<MidsPayload> = Type.Unsafe(Type.Record(Type.String(), Type.Unknown()));

/** Bar; `t` is its open time. */
export type CandleRow = Values<'t' | 'o' | 'h' | 'l' | 'c' | 'v' | 's' | 'i'>;
export const candlePayload: TUnsafe<CandleRow> = row(['t', 'o', 'h', 'l', 'c', 'v', 's', 'i'], ['T', 'n']);
/** Bars, oldest first. */
export const candlesPayload: TUnsafe<readonly CandleRow[]> = Type.Unsafe(Type.Array(candlePayload));

/** Funding of an hour. */
export type FundingPrint = Values<'fundingRate' | 'time'>;
export const fundingPayload: TUnsafe<readonly FundingPrint[]> = Type.Unsafe(
  Type.Array(row(['fundingRate', 'time'], ['coin', 'premium'])),
);

/** Level of a book. */
export type LevelRow = Values<'px' | 'sz' | 'n'>;
/** Book: bids, then asks. */
export interface BookPayload {
  readonly coin?: unknown;
  readonly time?: unknown;
  readonly levels: readonly [readonly LevelRow[], readonly LevelRow[]];
}
const levels = Type.Array(row(['px', 'sz', 'n']));
export const bookPayload: TUnsafe<BookPayload> = Type.Unsafe(
  Type.Object({
    coin: Type.Optional(Type.Unknown()),
    time: Type.Optional(Type.Unknown()),
    levels: Type.Tuple([levels, levels]),
    spread: Type.Optional(Type.Unknown()),
  }),
);

const parsed = <Rows>(rows: Rows, faults: Faults): Parsed<Rows> => ({ rows, fault: faults.summary() });

function perpOf(
  row: UniverseRow,
  context: ContextRow,
  symbol: string,
  tables: MarginTables,
  faults: Faults,
): PerpContext {
  const at = (name: string): string => `${symbol}.${name}`;
  const isDelisted = flag(row.isDelisted, at('isDelisted'), faults);
  const marginTiers = tables.get(row.marginTableId);
  return {
    symbol,
    sizeDecimals: whole(row.szDecimals, at('szDecimals'), faults),
    maxLeverage: whole(row.maxLeverage, at('maxLeverage'), faults, 1),
    ...(marginTiers === undefined ? {} : { marginTiers }),
    isDelisted,
    onlyIsolated: flag(row.onlyIsolated, at('onlyIsolated'), faults),
    fundingRate1h: decimal(context.funding, 'any', at('funding'), faults),
    openInterest: decimal(context.openInterest, 'zero or more', at('openInterest'), faults),
    mark: decimal(context.markPx, 'above zero', at('markPx'), faults),
    oracle: decimal(context.oraclePx, 'above zero', at('oraclePx'), faults),
    // Absent without a book, as for delisted perps.
    mid: decimalOrNull(context.midPx, 'above zero', at('midPx'), faults),
    premium: decimalOrNull(context.premium, 'any', at('premium'), faults),
    dayNotional: decimal(context.dayNtlVlm, 'zero or more', at('dayNtlVlm'), faults),
    previousDayPrice: decimal(context.prevDayPx, 'above zero', at('prevDayPx'), faults),
  };
}

/** @returns every perp of the universe, or the reason why the two lists do not match. */
export function parseContexts([{ universe, marginTables }, contexts]: ContextsPayload): Result<
  Parsed<readonly PerpContext[]>,
  string
> {
  if (universe.length !== contexts.length) {
    return err(`expected as many contexts as perps, got ${contexts.length} of ${universe.length}`);
  }
  const faults = createFaults();
  const tables = readMarginTables(marginTables, faults);
  const perps = new Map<string, PerpContext>();
  for (const [i, row] of universe.entries()) {
    const { name } = row;
    if (typeof name !== 'string' || name === '' || perps.has(name)) {
      // An invalid name leaves the perp of the values unknown.
      faults.add(`universe[${i}].name`, 'a name of its own', name);
      continue;
    }
    perps.set(name, perpOf(row, contexts[i]!, name, tables, faults));
  }
  return ok(parsed([...perps.values()], faults));
}

/** @returns mids of perps, without spot pairs and perps of other venues on the chain. */
export function parseMids(payload: MidsPayload): Parsed<readonly Mid[]> {
  const faults = createFaults();
  const mids = Object.entries(payload)
    .filter(([symbol]) => !/[@/:#]/.test(symbol))
    .map(([symbol, value]): Mid => ({ symbol, mid: decimal(value, 'above zero', symbol, faults) }))
    .filter(({ mid }) => !Number.isNaN(mid));
  return parsed(mids, faults);
}

function barOf(row: CandleRow, faults: Faults): Bar {
  const at = (name: string): string => `bar ${String(row.t)}.${name}`;
  return {
    time: epochTime(row.t, 'bar.t', faults),
    open: decimal(row.o, 'above zero', at('o'), faults),
    high: decimal(row.h, 'above zero', at('h'), faults),
    low: decimal(row.l, 'above zero', at('l'), faults),
    close: decimal(row.c, 'above zero', at('c'), faults),
    volume: decimal(row.v, 'zero or more', at('v'), faults),
  };
}

function isBar({ time, open, high, low, close, volume }: Bar): boolean {
  if ([time, open, high, low, close, volume].some(Number.isNaN)) return false;
  return high >= Math.max(open, close) && low <= Math.min(open, close);
}

/**
 * @param now time of the answer, epoch ms: bars that open more than a day later are dropped.
 * @returns bars in time order, without duplicates: of two bars with one time, the later in the answer is newer and kept. A bar
 * with an invalid value is dropped and leaves a gap.
 */
export function parseCandles(
  payload: readonly CandleRow[],
  interval: Interval,
  now: number = Infinity,
): Parsed<readonly Bar[]> {
  const faults = createFaults();
  const step = stepMs(interval);
  const bars = new Map<number, Bar>();
  for (const row of payload) {
    const bar = barOf(row, faults);
    if (!isBar(bar)) {
      if (!Number.isNaN(bar.time)) faults.add(`bar ${bar.time}`, 'prices within low and high', row);
      continue;
    }
    if (bar.time > now + DAY_MS) {
      faults.add('bar.t', 'at most a day ahead of now', bar.time);
      continue;
    }
    if (bar.time % step !== 0 && interval !== '1w') {
      faults.add('bar.t', `a multiple of ${interval}`, bar.time);
      continue;
    }
    bars.set(bar.time, bar);
  }
  return parsed(
    [...bars.values()].sort((a, b) => a.time - b.time),
    faults,
  );
}

/** Funding of one hour. */
export interface FundingRow {
  /** End of the settled hour, epoch ms; the venue publishes it some ms later. */
  readonly time: number;
  /** Fraction of the notional per hour. */
  readonly rate1h: number;
}

/** Maximum delay of an hour's funding. */
const PRINT_MS = 60_000;

/** @returns rows in time order, without duplicates. */
export function parseFunding(payload: readonly FundingPrint[]): Parsed<readonly FundingRow[]> {
  const faults = createFaults();
  const rows = new Map<number, FundingRow>();
  for (const row of payload) {
    const printed = epochTime(row.time, 'time', faults);
    const rate1h = decimal(row.fundingRate, 'any', `${printed}.fundingRate`, faults);
    if (Number.isNaN(printed) || Number.isNaN(rate1h)) continue;
    const late = printed % 3_600_000;
    const time = late < PRINT_MS ? printed - late : printed;
    rows.set(time, { time, rate1h });
  }
  return parsed(
    [...rows.values()].sort((a, b) => a.time - b.time),
    faults,
  );
}

function sideOf(levels: readonly LevelRow[], side: string, sign: 1 | -1, faults: Faults): BookSide {
  const price = Float64Array.from(levels, ({ px }, i) => decimal(px, 'above zero', `${side}[${i}].px`, faults));
  const size = Float64Array.from(levels, ({ sz }, i) => decimal(sz, 'above zero', `${side}[${i}].sz`, faults));
  const orders = Float64Array.from(levels, ({ n }, i) => whole(n, `${side}[${i}].n`, faults, 1));
  for (let i = 1; i < price.length; i++) {
    if (!((price[i]! - price[i - 1]!) * sign > 0)) faults.add(`${side}[${i}].px`, 'levels from the best on', price[i]);
  }
  return { price, size, orders };
}

/** @returns the book, or the reason why a level is invalid: a book is complete or refused. */
export function parseBook({ time, levels }: BookPayload): Result<Book, string> {
  const faults = createFaults();
  const book: Book = {
    // A missing time is valid and means unknown.
    time: time === undefined || time === null ? NaN : epochTime(time, 'time', faults),
    bids: sideOf(levels[0], 'bids', -1, faults),
    asks: sideOf(levels[1], 'asks', 1, faults),
  };
  const [bid, ask] = [book.bids.price[0], book.asks.price[0]];
  if (bid !== undefined && ask !== undefined && bid >= ask) faults.add('bids[0].px', `a price below ${ask}`, bid);
  const fault = faults.summary();
  return fault === undefined ? ok(book) : err(fault);
}
