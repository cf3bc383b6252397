/** Parses order books in JSON: the two common forms, at the top level or one level down (`data`, `result`). */

import { bookSide, err, ok, shown, type Book, type BookSide, type DataProblem, type Result } from '@barograph/core';
import { isSymbol, SYMBOL_RULE } from './coin-name.ts';

/** Book in file order. `depth` checks the order and bounds of the levels. */
export interface BookContent {
  readonly book: Book;
  /** `coin` or `symbol` of the file; null when absent. */
  readonly symbol: string | null;
  /** `time` of the file, epoch ms; null when absent. */
  readonly time: number | null;
}

/** Book with its file. */
export interface BookFile extends BookContent {
  readonly file: string;
}

type Json = Readonly<Record<string, unknown>>;
/** One side of a book: its levels, and the keys of price and size within a level. */
interface Found {
  readonly name: string;
  readonly levels: unknown;
}

/** Keys under which venues wrap a book. */
const WRAPPERS = ['data', 'result'] as const;

/**
 * Parses a book from JSON: `{"bids": [[price, size], …], "asks": …}` or `{"levels": [[{"px", "sz"}, …], […]]}`, with numbers or
 * numeric texts, best level first. Additional cells and keys are ignored.
 *
 * @example
 * const { book } = unwrap(parseBook('{"bids": [[64000, 1.5], [63999, 4]], "asks": [["64000.5", "0.8"]]}'));
 * [book.bids.price[0], book.asks.size[0]]; // → [ 64000, 0.8 ]
 * parseBook('{"bids": []}').ok; // → false
 */
export function parseBook(text: string): Result<BookContent, DataProblem> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err({ code: 'bad_value', expected: 'one JSON value', got: shown(text.trim()) });
  }
  const holder = holderOf(json);
  if (holder === undefined) {
    const keys = isRecord(json) ? Object.keys(json).slice(0, 8) : [];
    const got = keys.length === 0 ? shown(json) : `the keys ${keys.join(', ')}`;
    return err({
      code: 'missing_column',
      column: 'bids',
      expected: 'an object with bids and asks, or with levels',
      got,
    });
  }
  const [below, above] = sidesOf(holder);
  const bids = sideOf(below);
  if (!bids.ok) return bids;
  const asks = sideOf(above);
  if (!asks.ok) return asks;
  const symbol = [holder['coin'], holder['symbol']].find((name) => typeof name === 'string') ?? null;
  if (symbol !== null && !isSymbol(symbol)) {
    return err({ code: 'bad_value', column: 'symbol', expected: SYMBOL_RULE, got: shown(symbol) });
  }
  const time = Number.isSafeInteger(holder['time']) ? Number(holder['time']) : null;
  return ok({ book: { bids: bids.value, asks: asks.value }, symbol, time });
}

function holderOf(json: unknown): Json | undefined {
  const first: unknown = Array.isArray(json) && json.length === 1 ? json[0] : json;
  if (!isRecord(first)) return undefined;
  if ('levels' in first || ('bids' in first && 'asks' in first)) return first;
  const key = WRAPPERS.find((key) => key in first);
  return key === undefined ? undefined : holderOf(first[key]);
}

function sidesOf(holder: Json): readonly [Found, Found] {
  const { levels } = holder;
  if ('bids' in holder)
    return [
      { name: 'bids', levels: holder['bids'] },
      { name: 'asks', levels: holder['asks'] },
    ];
  const sides: readonly unknown[] = Array.isArray(levels) ? levels : [];
  return [
    { name: 'levels[0]', levels: sides[0] },
    { name: 'levels[1]', levels: sides[1] },
  ];
}

function sideOf({ name, levels }: Found): Result<BookSide, DataProblem> {
  if (!Array.isArray(levels)) {
    return err({ code: 'bad_value', column: name, expected: 'a list of levels', got: shown(levels) });
  }
  const pairs: [number, number][] = [];
  for (const [i, level] of (levels as readonly unknown[]).entries()) {
    const cells = cellsOf(level);
    if (cells === undefined) {
      return err({
        code: 'bad_value',
        row: i + 1,
        column: name,
        expected: '[price, size] or {px, sz}',
        got: shown(level),
      });
    }
    const pair = cells.map(([, value]) => numberOf(value));
    const bad = pair.findIndex((value) => Number.isNaN(value));
    if (bad !== -1) {
      const [key, value] = cells[bad]!;
      return err({ code: 'bad_value', row: i + 1, column: `${name}.${key}`, expected: 'a number', got: shown(value) });
    }
    pairs.push([pair[0]!, pair[1]!]);
  }
  return ok(bookSide(pairs));
}

/** Price and size of a level, under the file's names. */
function cellsOf(level: unknown): readonly (readonly [key: string, value: unknown])[] | undefined {
  if (Array.isArray(level)) {
    const cells = level as readonly unknown[];
    return cells.length < 2 ? undefined : [['price', cells[0]], ['size', cells[1]]]; // prettier-ignore
  }
  return isRecord(level) && 'px' in level && 'sz' in level
    ? [['px', level['px']], ['sz', level['sz']]] // prettier-ignore
    : undefined;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
