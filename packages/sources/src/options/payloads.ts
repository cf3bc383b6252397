/**
 * Answers of the options venue, and their parsers.
 *
 * @source the venue's public API reference (JSON-RPC over HTTP), and its recorded answers of 2021 to 2026.
 */

import { Type, type TSchema, type TUnsafe } from 'typebox';
import { row, UNREAD, type Values } from '../upstream/payload/row.ts';
import { HOUR_MS } from '@barograph/core';
import type { OptionQuote } from '@barograph/volatility';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { type Faults, createFaults, epochTime } from '../upstream/payload/values.ts';

/** Envelope schema of a result. */
function envelope(result: TSchema): TSchema {
  const around = { jsonrpc: UNREAD, id: UNREAD, usIn: UNREAD, usOut: UNREAD, usDiff: UNREAD, testnet: UNREAD };
  return Type.Object({ ...around, result });
}

/** Rows of the index: open time, then open, high, low and close; `continuation` when there are more. */
export interface IndexPayload {
  readonly result: { readonly data: readonly (readonly unknown[])[]; readonly continuation?: unknown };
}
export const indexPayload: TUnsafe<IndexPayload> = Type.Unsafe(
  envelope(Type.Object({ data: Type.Array(Type.Array(Type.Unknown())), continuation: UNREAD })),
);

/** An option of the summary. */
export type SummaryRow = Values<'instrument_name' | 'mark_iv' | 'underlying_price'>;
/** All options of a coin. */
export interface SummaryPayload {
  readonly result: readonly SummaryRow[];
}
/** Fields that are known and not read. */
const OTHER_FIELDS = [
  'ask_price',
  'base_currency',
  'bid_price',
  'creation_timestamp',
  'estimated_delivery_price',
  'high',
  'interest_rate',
  'last',
  'low',
  'mark_price',
  'mid_price',
  'open_interest',
  'price_change',
  'quote_currency',
  'underlying_index',
  'volume',
  'volume_notional',
  'volume_usd',
] as const;
export const summaryPayload: TUnsafe<SummaryPayload> = Type.Unsafe(
  envelope(Type.Array(row(['instrument_name', 'mark_iv', 'underlying_price'], OTHER_FIELDS))),
);

/** Error text of an answer with status 200; undefined without an error. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message.slice(0, 200) : 'an error without a message';
}

/** One value of the index. */
export interface IndexRow {
  /** Open of its hour or day, epoch ms. */
  readonly time: number;
  /** Annualised percent, at the end. */
  readonly close: number;
}

/** Maximum plausible volatility, percent. */
const MOST_PERCENT = 1000;

/** Reads a positive number; anything else is reported and becomes NaN. */
function positive(value: unknown, most: number, field: string, faults: Faults): number {
  if (typeof value === 'number' && value > 0 && value <= most) return value;
  faults.add(field, `a number above 0 and up to ${most}`, value);
  return NaN;
}

/** @returns valid rows in time order, without duplicates. */
export function parseIndex({ result }: IndexPayload): Parsed<readonly IndexRow[]> {
  const faults = createFaults();
  const rows = new Map<number, IndexRow>();
  for (const [i, cells] of result.data.entries()) {
    const time = epochTime(cells[0], `data[${i}][0]`, faults);
    const close = positive(cells[4], MOST_PERCENT, `data[${i}][4]`, faults);
    if (!Number.isNaN(time) && !Number.isNaN(close)) rows.set(time, { time, close });
  }
  return { rows: [...rows.values()].sort((a, b) => a.time - b.time), fault: faults.summary() };
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Coin, day, month, year, strike and kind; `d` is the decimal point of a strike. */
const NAME = /^([A-Z0-9]+)-(\d{1,2})([A-Z]{3})(\d{2})-(\d+(?:d\d+)?)-([CP])$/;
/** Hour of the day, UTC, at which options expire. */
const EXPIRY_HOUR = 8;

/** Parses expiry and strike of a name such as `BTC-25SEP26-79000-C`; undefined when invalid. */
export function optionOfName(name: unknown): Pick<OptionQuote, 'expiry' | 'strike'> | undefined {
  const [, , day, month, year, strike] = (typeof name === 'string' ? NAME.exec(name) : null) ?? [];
  if (day === undefined || month === undefined || !MONTHS.includes(month)) return undefined;
  const date = Date.UTC(2000 + Number(year), MONTHS.indexOf(month), Number(day));
  const price = Number(strike!.replace('d', '.'));
  // `Date` would turn the 31st of a 30-day month into the 1st of the next.
  if (new Date(date).getUTCDate() !== Number(day) || !(price > 0)) return undefined;
  return { expiry: date + EXPIRY_HOUR * HOUR_MS, strike: price };
}

/** @returns options with a name, a forward and a volatility; others are reported and dropped. */
export function parseSummary({ result }: SummaryPayload): Parsed<readonly OptionQuote[]> {
  const faults = createFaults();
  const quotes: OptionQuote[] = [];
  for (const { instrument_name: name, mark_iv: percent, underlying_price: price } of result) {
    const option = optionOfName(name);
    if (option === undefined) {
      faults.add('instrument_name', 'a coin, a date, a strike and C or P', name);
      continue;
    }
    const forward = positive(price, Number.MAX_VALUE, `${String(name)}.underlying_price`, faults);
    const impliedVolatility = positive(percent, MOST_PERCENT, `${String(name)}.mark_iv`, faults);
    if (!Number.isNaN(forward) && !Number.isNaN(impliedVolatility)) {
      quotes.push({ ...option, forward, impliedVolatility });
    }
  }
  return { rows: quotes, fault: faults.summary() };
}
