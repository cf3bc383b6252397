/** Fields of a position: names and cell parsers. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';
import { isSymbol, SYMBOL_RULE } from './coin-name.ts';

/** Fields, with their names at venues and in archives; case and underscores are ignored. */
const NAMES = {
  address: ['wallet', 'user', 'account'],
  coin: ['symbol', 'asset'],
  size: ['szi', 'sz', 'positionsize'],
  side: ['sign'],
  entry: ['entrypx', 'entryprice'],
  mark: ['markpx', 'markprice'],
  notional: ['positionvalue', 'positionvalueusd'],
  leverage: [],
  mode: ['marginmode', 'leveragetype'],
  margin: ['marginused'],
  liquidation: ['liquidationpx', 'liquidationprice', 'liqpx'],
  equity: ['accountvalue', 'accountvalueusd'],
  vault: ['isvault'],
  maker: ['ismarketmaker'],
  maxleverage: [],
  time: ['timestamp', 'snapshotms'],
} as const;
/** Name of a field. */
export type AccountField = keyof typeof NAMES;

/** Required fields of a file of positions. */
export const ACCOUNT_FIELDS = ['address', 'coin', 'size', 'entry'] as const;

const FIELD_OF: ReadonlyMap<string, AccountField> = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the same table
  (Object.keys(NAMES) as AccountField[]).flatMap((field) =>
    [field, ...NAMES[field]].map((name): [string, AccountField] => [name, field]),
  ),
);

/** Field of a column name; undefined when ignored. */
export function accountField(name: string): AccountField | undefined {
  return FIELD_OF.get(name.trim().toLowerCase().replaceAll('_', ''));
}

type Cell<T> = Result<T, DataProblem>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function bad(expected: string, value: unknown): Cell<never> {
  return err({ code: 'bad_value', expected, got: isEmpty(value) ? 'an empty cell' : shown(value) });
}

/** Parses a number; null for an empty cell, NaN for an unknown number. */
export function numberCell(value: unknown): Cell<number | null> {
  if (isEmpty(value)) return ok(null);
  const number =
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? Number(value) : NaN;
  if (Number.isNaN(number) && typeof value === 'number') return ok(null);
  return Number.isFinite(number) ? ok(number) : bad('a finite number', value);
}

/** Parses non-blank text, or a whole number. */
export function textCell(value: unknown): Cell<string> {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
  return text === '' ? bad('a text', value) : ok(text);
}

/** Parses the symbol of a coin. */
export function symbolCell(value: unknown): Cell<string> {
  const text = textCell(value);
  return text.ok && !isSymbol(text.value) ? bad(`a symbol, ${SYMBOL_RULE}`, value) : text;
}

/** Parses true or false, 1 or 0; an empty cell is false. */
export function flagCell(value: unknown): Cell<boolean> {
  if (isEmpty(value) || value === false || value === 0 || value === 0n) return ok(false);
  return value === true || value === 1 || value === 1n ? ok(true) : bad('true or false', value);
}

/** Parses a side: 1 for long, −1 for short, null for an empty cell. */
export function sideCell(value: unknown): Cell<1 | -1 | null> {
  if (isEmpty(value)) return ok(null);
  const text = String(value).trim().toLowerCase();
  if (['1', '+1', 'long', 'buy'].includes(text)) return ok(1);
  return ['-1', 'short', 'sell'].includes(text) ? ok(-1) : bad('long or short', value);
}

/** Parses the margin mode; undefined for an empty cell. */
export function modeCell(value: unknown): Cell<'cross' | 'isolated' | undefined> {
  if (isEmpty(value)) return ok(undefined);
  const text = String(value).trim().toLowerCase();
  return text === 'cross' || text === 'isolated' ? ok(text) : bad('cross or isolated', value);
}
