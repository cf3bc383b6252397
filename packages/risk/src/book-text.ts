/** Parses a book of perps from pasted text: CSV, or cells of a spreadsheet. Faults name line and column. */

import { shown } from '@barograph/core';
import type { RiskPosition } from './book.ts';

/** Fault of a line. */
export interface BookTextProblem {
  /** Line of the text, from 1. */
  readonly line: number;
  /** Column by its header; `line` for the whole line. */
  readonly field: string;
  readonly expected: string;
  /** Text found there. */
  readonly got: string;
}

/** Parsed book. */
export interface BookText {
  readonly positions: readonly RiskPosition[];
  /** Line of each position, from 1. */
  readonly lines: readonly number[];
  /** Problems; empty when everything was parsed. */
  readonly problems: readonly BookTextProblem[];
}

type Field = Exclude<keyof RiskPosition, 'mark'>;

/** Column headers, in lower case. `margin` may be a mode or USD, depending on its cells. */
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

/** Least value of each number; null means above 0. */
const LEAST: Readonly<Record<Exclude<Field, 'coin' | 'side' | 'margin'>, number | null>> = {
  size: null,
  notional: 0,
  entry: null,
  leverage: 1,
  collateral: 0,
  funding: -1,
};

const SIDES: Readonly<Record<string, 'long' | 'short'>> = { long: 'long', short: 'short', buy: 'long', sell: 'short' };
/** Headers of the collateral of a position. */
const MARGINS = ['margin', 'collateral', 'collateral_usd', 'margin_usd'];
const DELIMITERS = ['\t', ';', ','];
const HEAD = 'a head with coin, side and size or notional';

/** Parses a number as people write it: `$1,234.50`, `10x`. NaN for other text. */
function numberOf(cell: string): number {
  const plain = cell.replace(/^([+-]?)\$/, '$1').replace(/(?<=\d)x$/i, '');
  const text = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

/** Splits a line into cells; a quoted cell may contain the delimiter. */
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
 * Parses a book: a header, then one position per line. The header decides between tabs, semicolons and commas; empty
 * lines and lines that start with # are skipped. Headers are coin, side, size or notional (USD), entry, leverage, mode
 * (cross or isolated), margin (USD behind an isolated position), and those of `POST /risk/book`.
 *
 * @returns the parsed positions, and the problems of other lines; never throws.
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

type Report = (field: string, expected: string, got: string) => void;
type Draft = { -readonly [K in Field]?: RiskPosition[K] | undefined };

/** Position of a line; undefined after reporting a problem to `tell`. */
function positionOf(cells: readonly string[], names: readonly string[], tell: Report): RiskPosition | undefined {
  const wrong = new Set<string>();
  const report: Report = (field, ...rest) => {
    wrong.add(field);
    tell(field, ...rest);
  };
  if (cells.length > names.length) report('line', `at most ${names.length} cells`, String(cells.length));
  const draft: Draft = {};
  for (const [i, name] of names.entries()) {
    const cell = cells[i] ?? '';
    const expected = cell === '' ? undefined : take(draft, name, cell);
    if (expected !== undefined) report(name, expected, shown(cell));
  }
  const { coin, side, size, notional, leverage, margin, collateral } = draft;
  // An invalid cell is one problem, not also a missing value.
  const isRead = (...fields: readonly string[]): boolean => !fields.some((field) => wrong.has(field));
  if (coin === undefined) report('coin', 'a name', 'nothing');
  if (side === undefined && isRead('side')) report('side', 'long or short', 'nothing');
  if ((size === undefined) === (notional === undefined) && isRead('size', 'notional', 'notional_usd'))
    report('size', 'either size or notional', size === undefined ? 'neither' : 'both');
  const isIsolated = margin === 'isolated';
  if (isIsolated && leverage === undefined && collateral === undefined && isRead('leverage', ...MARGINS))
    report('leverage', 'leverage or margin of an isolated position', 'neither');
  if (!isIsolated && collateral !== undefined && isRead('mode', 'margin'))
    report('margin', 'none of a cross position, which the account backs', shown(collateral));
  return coin === undefined || side === undefined || wrong.size > 0 ? undefined : { ...draft, coin, side };
}

/** Stores a cell. @returns the expectation when the cell is invalid */
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
