/** Book of perps from text that was pasted: CSV, or cells of a spreadsheet. What is wrong is named by line and column. */

import { shown } from '@barograph/core';
import type { RiskPosition } from './book.ts';

/** Fault of a line. */
export interface BookTextProblem {
  /** Line of the text, from 1. */
  readonly line: number;
  /** Column by its head; `line` of the whole line. */
  readonly field: string;
  readonly expected: string;
  /** The text that was found. */
  readonly got: string;
}

/** A book that was read. */
export interface BookText {
  readonly positions: readonly RiskPosition[];
  /** Line of each position, from 1. */
  readonly lines: readonly number[];
  /** Empty when everything was read. */
  readonly problems: readonly BookTextProblem[];
}

type Field = Exclude<keyof RiskPosition, 'mark'>;

/** Heads of columns, in lower case. `margin` may be a mode or USD, as its cells say. */
const FIELDS: Readonly<Record<string, Field>> = {
  coin: 'coin',
  symbol: 'coin',
  side: 'side',
  size: 'size',
  notional: 'notional',
  notional_usd: 'notional',
  entry: 'entry',
  leverage: 'leverage',
  mode: 'margin',
  margin: 'margin',
  collateral: 'collateral',
  collateral_usd: 'collateral',
  margin_usd: 'collateral',
  funding_hourly: 'funding',
};

/** Least value of each number; null: above 0. */
const LEAST: Readonly<Record<Exclude<Field, 'coin' | 'side' | 'margin'>, number | null>> = {
  size: null,
  notional: 0,
  entry: null,
  leverage: 1,
  collateral: 0,
  funding: -1,
};

const SIDES: Readonly<Record<string, 'long' | 'short'>> = { long: 'long', short: 'short', buy: 'long', sell: 'short' };
/** Heads of what is behind a position. */
const MARGINS = ['margin', 'collateral', 'collateral_usd', 'margin_usd'];
const DELIMITERS = ['\t', ';', ','];
const HEAD = 'a head with coin, side and size or notional';

/** A number as people write it: `$1,234.50`, `10x`. NaN for another text. */
function numberOf(cell: string): number {
  const plain = cell.replace(/^([+-]?)\$/, '$1').replace(/(?<=\d)x$/i, '');
  const text = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

/** Cells of a line; a cell in quotes may hold the delimiter. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/**
 * Reads a book: a head, and a position a line. Columns are divided by tabs, semicolons or commas, as the head is; empty lines and
 * those that begin with # are passed over. Heads are coin, side, size or notional (USD), entry, leverage, mode (cross or
 * isolated), margin (USD behind an isolated position), and those of `POST /risk/book`.
 *
 * @returns the positions that were read, and what is wrong with the other lines: it throws nothing.
 * @example
 * const { positions, problems } = bookOfText('coin,side,notional,leverage\nBTC,long,10000,5\nETH,up,500,3');
 * [positions.length, problems[0].line, problems[0].field]; // → [ 1, 3, 'side' ]
 */
export function bookOfText(text: string): BookText {
  const numbered = text.split(/\r\n|\r|\n/).map((content, i) => ({ line: i + 1, content }));
  const [head, ...rest] = numbered.filter(({ content }) => content.trim() !== '' && !/^\s*#/.test(content));
  const failed = (problem: BookTextProblem): BookText => ({ positions: [], lines: [], problems: [problem] });
  if (head === undefined) return failed({ line: 1, field: 'line', expected: HEAD, got: 'nothing' });
  const delimiter = DELIMITERS.find((one) => head.content.includes(one)) ?? ',';
  const names = cellsOf(head.content, delimiter).map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const strange = names.find((name) => !Object.hasOwn(FIELDS, name));
  if (strange !== undefined) {
    const expected = `one of ${Object.keys(FIELDS).join(', ')}`;
    return failed({ line: head.line, field: 'head', expected, got: shown(strange) });
  }
  const fields = names.map((name) => FIELDS[name]!);
  const twice = names.find((_, i) => fields.indexOf(fields[i]!) < i && names[i] !== 'margin');
  const hasSize = fields.includes('size') || fields.includes('notional');
  if (twice !== undefined || !fields.includes('coin') || !fields.includes('side') || !hasSize) {
    return failed({ line: head.line, field: 'head', expected: `${HEAD}, each once`, got: shown(head.content) });
  }
  const positions: RiskPosition[] = [];
  const lines: number[] = [];
  const problems: BookTextProblem[] = [];
  for (const { line, content } of rest) {
    const read = positionOf(cellsOf(content, delimiter), names, (field, expected, got) => {
      problems.push({ line, field, expected, got });
    });
    if (read !== undefined) {
      positions.push(read);
      lines.push(line);
    }
  }
  return { positions, lines, problems };
}

type Told = (field: string, expected: string, got: string) => void;
type Draft = { -readonly [K in Field]?: RiskPosition[K] | undefined };

/** The position of a line; undefined when something is wrong with it, which `tell` receives. */
function positionOf(cells: readonly string[], names: readonly string[], tell: Told): RiskPosition | undefined {
  const wrong = new Set<string>();
  const told: Told = (field, ...rest) => {
    wrong.add(field);
    tell(field, ...rest);
  };
  if (cells.length > names.length) told('line', `at most ${names.length} cells`, String(cells.length));
  const draft: Draft = {};
  for (const [i, name] of names.entries()) {
    const cell = cells[i] ?? '';
    const expected = cell === '' ? undefined : take(draft, name, cell);
    if (expected !== undefined) told(name, expected, shown(cell));
  }
  const { coin, side, size, notional, leverage, margin, collateral } = draft;
  // A bad cell is one problem, not also a missing value.
  const isRead = (...of: readonly string[]): boolean => !of.some((field) => wrong.has(field));
  if (coin === undefined) told('coin', 'a name', 'nothing');
  if (side === undefined && isRead('side')) told('side', 'long or short', 'nothing');
  if ((size === undefined) === (notional === undefined) && isRead('size', 'notional', 'notional_usd'))
    told('size', 'either size or notional', size === undefined ? 'neither' : 'both');
  const isIsolated = margin === 'isolated';
  if (isIsolated && leverage === undefined && collateral === undefined && isRead('leverage', ...MARGINS))
    told('leverage', 'leverage or margin of an isolated position', 'neither');
  if (!isIsolated && collateral !== undefined && isRead('mode', 'margin'))
    told('margin', 'none of a cross position, which the account backs', shown(collateral));
  return coin === undefined || side === undefined || wrong.size > 0 ? undefined : { ...draft, coin, side };
}

/** Takes a cell in. @returns what was expected of a cell that cannot be */
function take(draft: Draft, name: string, cell: string): string | undefined {
  const number = numberOf(cell);
  const field = name === 'margin' && !Number.isNaN(number) ? 'collateral' : FIELDS[name]!;
  const word = cell.toLowerCase();
  if (field === 'coin') draft.coin = cell;
  else if (field === 'side') {
    draft.side = SIDES[word];
    return draft.side === undefined ? 'long or short' : undefined;
  } else if (field === 'margin') {
    if (word !== 'cross' && word !== 'isolated') return 'cross or isolated';
    draft.margin = word;
  } else {
    const least = LEAST[field];
    const isWithin = Number.isFinite(number) && (least === null ? number > 0 : number >= least);
    if (!isWithin) return least === null ? 'a number > 0' : `a number ≥ ${least}`;
    draft[field] = number;
  }
  return undefined;
}
