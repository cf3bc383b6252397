/** Terminal tables: fitted to the width, units in the header, stale rows last. */

import stringWidth from 'string-width';
import type { Row } from '../table.ts';
import { cellText, fieldOf, toneOf, type Field } from './fields.ts';
import { safeText } from './safe-text.ts';
import { isStale } from './stale.ts';
import { toned, type Terminal } from './terminal.ts';

/** Rows measured for column widths before the first is written. */
const MEASURED = 400;
const GAP = '  ';
const MOST_CELL = 32;
/** Mark of a stale row. */
const STALE = '*';

/** A table to show. */
export interface HumanTable {
  /** Most important first. */
  readonly columns: readonly string[];
  /** Number of columns already left out, for the note. */
  readonly others: number;
  readonly rows: Iterable<Row>;
  /** Shows every column regardless of width. */
  readonly isWide: boolean;
}

interface Column {
  readonly name: string;
  readonly field: Field;
  readonly head: readonly string[];
  readonly width: number;
  readonly isRight: boolean;
}

/** The lines of a table. */
export function* humanTable(
  { columns: names, others, rows, isWide }: HumanTable,
  terminal: Terminal,
): Generator<string> {
  const iterator = rows[Symbol.iterator]();
  const first: Row[] = [];
  let more = true;
  while (more && first.length < MEASURED) {
    const next = iterator.next();
    if (next.done === true) more = false;
    else first.push(next.value);
  }
  const all = names.map((name) => measured(name, first));
  const columns = isWide ? all : fitting(all, terminal.width);
  yield* headOf(columns, terminal);
  let stale = 0;
  const written = function* (list: Iterable<Row>): Generator<string> {
    for (const row of list) {
      if (isStale(row)) stale++;
      yield lineOf(columns, row, terminal);
    }
  };
  yield* written(first);
  if (more) for (let next = iterator.next(); next.done !== true; next = iterator.next()) yield* written([next.value]);
  if (stale > 0) yield `${toned(`${STALE} stale: the last bars are missing`, 'dim', terminal)}\n`;
  const left = others + all.length - columns.length;
  if (left > 0 && terminal.width < Infinity) yield `${toned(noteOf(left), 'dim', terminal)}\n`;
}

const noteOf = (left: number): string => `${left} more ${left === 1 ? 'column' : 'columns'}: --wide, or --columns`;

function measured(name: string, rows: readonly Row[]): Column {
  const field = fieldOf(name);
  const cells = rows.map((row) => stringWidth(shown({ name, field }, row)));
  const isRight =
    field.kind === 'text'
      ? rows.some((row) => typeof row[name] === 'number')
      : field.kind !== 'time' && field.kind !== 'spark';
  const widest = Math.min(MOST_CELL, Math.max(1, stringWidth(field.unit), ...cells));
  const head = split(safeText(name), widest);
  return { name, field, head, width: Math.max(widest, ...head.map((line) => stringWidth(line))), isRight };
}

/** Splits a name wider than its cells into two lines, at the underscore that gives the smallest width. */
function split(name: string, width: number): readonly string[] {
  if (name.length <= width) return ['', name];
  const places = Array.from(name.matchAll(/[_.]/g), ({ index }) => index + 1);
  const best = places
    .filter((at) => at < name.length)
    .toSorted((a, b) => Math.max(a, name.length - a) - Math.max(b, name.length - b))[0];
  return best === undefined ? ['', name] : [name.slice(0, best), name.slice(best)];
}

/** Leading columns that fit the width; at least one. */
function fitting(columns: readonly Column[], width: number): readonly Column[] {
  let used = -GAP.length;
  const end = columns.findIndex((column, i) => (used += column.width + GAP.length) > width && i > 0);
  return end === -1 ? columns : columns.slice(0, end);
}

function* headOf(columns: readonly Column[], terminal: Terminal): Generator<string> {
  const line = (cells: readonly string[], tone: 'bold' | 'dim'): string => {
    const text = columns
      .map((column, i) => padded(cells[i]!, column))
      .join(GAP)
      .trimEnd();
    return `${toned(text, tone, terminal)}\n`;
  };
  if (columns.some(({ head }) => head[0] !== ''))
    yield line(
      columns.map(({ head }) => head[0]!),
      'bold',
    );
  yield line(
    columns.map(({ head }) => head[1]!),
    'bold',
  );
  if (columns.some(({ field }) => field.unit !== ''))
    yield line(
      columns.map(({ field }) => field.unit),
      'dim',
    );
}

function lineOf(columns: readonly Column[], row: Row, terminal: Terminal): string {
  const dim = isStale(row);
  const cells = columns.map((column) => {
    const text = padded(shown(column, row), column);
    return dim ? text : toned(text, toneOf(column.name, column.field, row[column.name]), terminal);
  });
  const line = cells.join(GAP).trimEnd();
  return `${dim ? toned(line, 'dim', terminal) : line}\n`;
}

/** Text of a cell; the name of a stale row gets a mark. */
function shown({ name, field }: Pick<Column, 'name' | 'field'>, row: Row): string {
  const text = cellText(field, row[name]);
  return isStale(row) && (name === 'symbol' || name === 'coin') ? `${text}${STALE}` : text;
}

function padded(text: string, { width, isRight }: Column): string {
  const cut = stringWidth(text) > width ? shortened(text, width) : text;
  const blank = ' '.repeat(Math.max(0, width - stringWidth(cut)));
  return isRight ? blank + cut : cut + blank;
}

/** Cuts a text to a width and appends an ellipsis. */
export function shortened(text: string, width: number): string {
  let cut = '';
  for (const letter of text) {
    if (stringWidth(cut + letter) > width - 1) break;
    cut += letter;
  }
  return `${cut}…`;
}
