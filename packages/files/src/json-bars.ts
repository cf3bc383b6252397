/** Reads JSON of bars: a list of arrays, as from ccxt and exchanges, or a list of objects. */

import { dateOrder, LAYOUT_ROWS, shown, type DataProblem, TimeReader } from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import { addValues, nameIn } from './cell-value.ts';
import { findColumns, type ColumnMap, type ColumnOptions } from './columns.ts';
import { columnsByNumber } from './headerless.ts';

/**
 * Reads a JSON text into `rows`; lines with an array each are accepted too.
 *
 * @returns the columns, or what ends the reading.
 */
export function readJsonBars(
  text: string,
  rows: BarRows,
  how: ColumnOptions,
): { readonly columns?: ColumnMap; readonly problem?: DataProblem } {
  const list = parsed(text);
  return typeof list === 'string' ? { problem: unreadable(list) } : readJsonRows(list, rows, how);
}

/** Reads rows into `rows`: arrays, or objects by column. @returns the columns, or what ends the reading. */
export function readJsonRows(
  list: readonly unknown[],
  rows: BarRows,
  how: ColumnOptions,
): { readonly columns?: ColumnMap; readonly problem?: DataProblem } {
  const [first] = list;
  if (first === undefined) return { problem: { code: 'empty_file', expected: 'rows of bars', got: 'an empty list' } };
  const keys = isRecord(first) ? Object.keys(first) : undefined;
  if (!isCells(first) && keys === undefined) return { problem: unreadable(`a list of ${shown(first)}`) };
  const found = isCells(first)
    ? columnsByNumber(alike(first, list), how)
    : findColumns(
        keys!,
        how,
        true,
        keys!.map((key) => cellOf(first, key)),
      );
  if (!found.ok) return { problem: found.error };
  const columns = found.value;
  const places = [...columns.index, ...(columns.check?.witnesses ?? [])].map((at) => keys?.[at] ?? at);
  const symbolPlace = columns.symbol === -1 ? undefined : (keys?.[columns.symbol] ?? columns.symbol);
  const times = new TimeReader(undefined, dateOrder(textsIn(list.slice(0, LAYOUT_ROWS), places[0]!)));
  for (const row of list) {
    const isAlike = keys === undefined ? isCells(row) : isRecord(row);
    if (isAlike && symbolPlace !== undefined) rows.symbol(nameIn(cellOf(row, symbolPlace)));
    const problem = isAlike
      ? addValues(
          rows,
          columns,
          times,
          places.map((place) => cellOf(row, place)),
        )
      : rows.refuse({ code: 'bad_value', expected: keys === undefined ? 'an array' : 'an object', got: shown(row) });
    if (problem !== undefined) return { columns, problem };
  }
  return { columns };
}

const isCells = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Leading rows of equal width, enough to detect a layout. */
const alike = (first: readonly unknown[], list: readonly unknown[]): readonly (readonly unknown[])[] =>
  list
    .slice(0, LAYOUT_ROWS)
    .filter(isCells)
    .filter((row) => row.length === first.length);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textsIn = (rows: readonly unknown[], place: string | number): readonly string[] =>
  rows.map((row) => cellOf(row, place)).filter((cell) => typeof cell === 'string');

function cellOf(row: unknown, place: string | number): unknown {
  if (isCells(row)) return row[Number(place)];
  return isRecord(row) ? row[place] : undefined;
}

/** Returns the rows, or the reason as text. */
function parsed(text: string): readonly unknown[] | string {
  const whole = valueOf(text);
  if (isCells(whole)) {
    // A single array of plain values is one bar.
    return whole.length > 0 && !isCells(whole[0]) && !isRecord(whole[0]) ? [whole] : whole;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(valueOf);
  const bad = values.findIndex((value) => !isCells(value));
  return bad === -1 ? values : `no JSON: ${shown(lines[bad]!.trim())}`;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(got: string): DataProblem {
  return { code: 'unreadable_file', expected: 'a JSON list of bars, [[time, open, high, low, close, volume], …]', got };
}
