/** Applies the flags `--sort`, `--limit` and `--columns` to rows. */

import { columnRows, isColumnRows } from './column-rows.ts';
import { CommandError } from './io.ts';
import { flatRow, type Row } from './table.ts';
import type { SortFlag, TableFlags } from './table-options.ts';
import { isStale } from './terminal/stale.ts';

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: Iterable<Row>;
}

/**
 * Sorts rows, limits them and selects columns.
 *
 * @throws {CommandError} when a named column does not exist.
 */
export function chosenRows({ columns, rows }: Rows, flags: Pick<TableFlags, 'columns' | 'sort' | 'limit'>): Rows {
  const { sort, limit } = flags;
  const shown = flags.columns?.shown;
  for (const name of shown ?? []) known(columns, name, '--columns');
  if (sort !== undefined) known(columns, sort.column, '--sort');
  const ordered = sort === undefined ? rows : sorted(rows, sort);
  const few = limit === undefined ? ordered : first(ordered, limit);
  if (shown === undefined) return { columns, rows: few };
  const some = picked(few, shown);
  // CSV takes columns by name, so rows of columns need no copy.
  return { columns: shown, rows: isColumnRows(few) ? columnRows(few.parts, some) : some };
}

function known(columns: readonly string[], name: string, flag: string): void {
  if (columns.includes(name)) return;
  const names = columns.length > 40 ? `${columns.slice(0, 40).join(', ')}, …` : columns.join(', ');
  throw new CommandError(`${flag}: expected one of ${names}, got ${JSON.stringify(name)}`);
}

function* first(rows: Iterable<Row>, count: number): Generator<Row> {
  let left = count;
  for (const row of rows) {
    yield row;
    if (--left === 0) return;
  }
}

function* picked(rows: Iterable<Row>, names: readonly string[]): Generator<Row> {
  for (const row of rows) yield Object.fromEntries(names.map((name) => [name, cellOf(row, name)]));
}

function cellOf(row: Row, name: string): Row[string] {
  return (Object.hasOwn(row, name) ? row[name] : flatRow(row)[name]) ?? null;
}

/** Stable sort by a column; rows without a value come last. */
function sorted(rows: Iterable<Row>, { column, order }: SortFlag): readonly Row[] {
  const keyed = [...rows].map((row) => ({ row, key: keyOf(cellOf(row, column)) }));
  const isText = keyed.some(({ key }) => typeof key === 'string');
  const direction =
    (order ?? (isText || /(?:^|_)(?:time|timestamp|date|at)$/.test(column) ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return keyed
    .toSorted((a, b) => {
      const stale = Number(isStale(a.row)) - Number(isStale(b.row));
      if (stale !== 0) return stale;
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    })
    .map(({ row }) => row);
}

function keyOf(cell: Row[string]): string | number | null {
  if (cell === null || (typeof cell === 'number' && Number.isNaN(cell))) return null;
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return Number(cell);
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
