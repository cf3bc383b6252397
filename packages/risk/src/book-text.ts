/** Book of perps from text that was pasted: CSV, or cells of a spreadsheet. What is wrong is named by line and column. */

import { shown } from '@barograph/core';
import type { RiskPosition } from './book.ts';

/** What is wrong with a line. */
export interface BookProblem {
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
  readonly problems: readonly BookProblem[];
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
const LEAST: Readonly<Partial<Record<Field, number | null>>> = {
  size: null,
  notional: 0,
  entry: null,
  leverage: 1,
  collateral: 0,
  funding: -1,
};

const SIDES: Readonly<Record<string, 'long' | 'short'>> = { long: 'long', short: 'short', buy: 'long', sell: 'short' };
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
  const failed = (problem: BookProblem): BookText => ({ positions: [], lines: [], problems: [problem] });
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
  const problems: BookProblem[] = [];
  for (const { line, content } of rest) {
    const read = positionOf(cellsOf(content, delimiter), names, line);
    if (Array.isArray(read)) problems.push(...(read as readonly BookProblem[]));
    else {
      positions.push(read as RiskPosition);
      lines.push(line);
    }
  }
  return { positions, lines, problems };
}

/** The position of a line, or what is wrong with it. */
function positionOf(
  cells: readonly string[],
  names: readonly string[],
  line: number,
): RiskPosition | readonly BookProblem[] {
  const position: Partial<Record<Field, string | number>> = {};
  const problems: BookProblem[] = [];
  const wrong = (field: string, expected: string, got: string): void => {
    problems.push({ line, field, expected, got });
  };
  if (cells.length > names.length) wrong('line', `at most ${names.length} cells`, String(cells.length));
  for (const [i, name] of names.entries()) {
    const cell = cells[i] ?? '';
    if (cell === '') continue;
    const number = numberOf(cell);
    const field = name === 'margin' && !Number.isNaN(number) ? 'collateral' : FIELDS[name]!;
    const least = LEAST[field];
    if (field === 'coin') position.coin = cell;
    else if (field === 'side') {
      const side = SIDES[cell.toLowerCase()];
      if (side === undefined) wrong(name, 'long or short', shown(cell));
      else position.side = side;
    } else if (least === undefined) {
      const mode = cell.toLowerCase();
      if (mode !== 'cross' && mode !== 'isolated') wrong(name, 'cross or isolated', shown(cell));
      else position.margin = mode;
    } else if (!Number.isFinite(number) || (least === null ? number <= 0 : number < least)) {
      wrong(name, least === null ? 'a number > 0' : `a number ≥ ${least}`, shown(cell));
    } else position[field] = number;
  }
  const isBad = (...of: readonly string[]): boolean => problems.some(({ field }) => of.includes(field));
  if (position.coin === undefined) wrong('coin', 'a name', 'nothing');
  if (position.side === undefined && !isBad('side')) wrong('side', 'long or short', 'nothing');
  const sizes = Number(position.size !== undefined) + Number(position.notional !== undefined);
  if (sizes !== 1 && !isBad('size', 'notional', 'notional_usd'))
    wrong('size', 'either size or notional', sizes === 0 ? 'neither' : 'both');
  if (position.margin === 'isolated' && position.leverage === undefined && position.collateral === undefined) {
    if (!isBad('leverage', 'margin', 'collateral', 'collateral_usd', 'margin_usd'))
      wrong('leverage', 'leverage or margin of an isolated position', 'neither');
  }
  if (position.margin !== 'isolated' && position.collateral !== undefined)
    wrong('margin', 'none of a cross position, which the account backs', shown(position.collateral));
  return problems.length > 0 ? problems : (position as unknown as RiskPosition);
}
