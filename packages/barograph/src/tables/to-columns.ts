/** Engine results as a table with named columns, names instead of codes, and no nested cells. */

import { UsageError, type Candles } from '@barograph/core';
import type { CycleDay } from '@barograph/cycle';
import type { NowcastHistory } from '@barograph/nowcast';
import { columnName, isNumbers, isoTime, isTime, rowsOf, type Column, type Columns } from './columns.ts';
import { cycleRows, isCycleDays } from './cycle-rows.ts';
import { isNowcastHistory, nowcastColumns } from './nowcast-columns.ts';

/** Options of {@link toColumns}. */
export interface ToColumnsOptions {
  /** Scored bars; their `time` and `close` become the first columns. @default no such columns */
  readonly bars?: Candles;
  /** Time columns as epoch ms or ISO-8601 texts in UTC. @default 'epoch' */
  readonly times?: 'epoch' | 'iso';
}

/** Result of an engine. */
type Answer = NowcastHistory | readonly CycleDay[] | readonly object[] | object;

/**
 * Converts an engine's result to columns: columns (`signum`, `volatilityRegime`, `nowcastHistory`), records
 * (`technicalHistory`, `memeDays`, `cycleDays`, points of a stream) or bars.
 *
 * Typed arrays are not copied. Names are those of the service (`plus_di`); a nested field becomes `outer_inner`, a list
 * `name_1`, `name_2`; probabilities and scores carry their class (`p_now_squeeze`, `score_broad_bull`). NaN and null mean
 * undefined.
 *
 * @throws {UsageError} when a value cannot be a column, or the bars' times differ from the result's.
 * @example
 * const table = toColumns(signum(bars), { bars });
 * Object.keys(table).join(' '); // → 'time close adx plus_di minus_di color bars_in_color'
 * [table['close'] === bars.close, toColumns(bars, { times: 'iso' })['time']![0]]; // → [ true, '1970-01-01T00:00:00.000Z' ]
 */
export function toColumns(answer: Answer, { bars, times = 'epoch' }: ToColumnsOptions = {}): Columns {
  const own = isRecords(answer)
    ? recordsOf(isCycleDays(answer) ? cycleRows(answer) : answer)
    : columnsOf(isNowcastHistory(answer) ? nowcastColumns(answer) : answer, '');
  const columns = bars === undefined ? own : { ...besides(own, bars), ...own };
  rowsOf(columns);
  return times === 'iso' ? withIsoTimes(columns) : columns;
}

function isRecords(answer: object): answer is readonly object[] {
  return Array.isArray(answer);
}

/** Converts time columns to ISO-8601 texts. */
export function withIsoTimes(columns: Columns): Columns {
  const entries = Object.entries(columns).map(([name, column]): readonly [string, Column] => {
    return [name, isTime(name) && isNumbers(column) ? Array.from(column, isoTime) : column];
  });
  return Object.fromEntries(entries);
}

/** Time and close of the rows; shares the bars' columns when the rows match. */
function besides(own: Columns, bars: Candles): Columns {
  const { time, close } = bars;
  const ownTime = own['time'] ?? own['timestamp'];
  if (ownTime === undefined || !isNumbers(ownTime)) return { time, close };
  if (ownTime.length === time.length && ownTime.every((moment, i) => moment === time[i])) {
    return own['time'] === undefined ? { close } : { time: ownTime, close };
  }
  const closes = new Map(Array.from(time, (moment, i) => [moment, close[i]!]));
  const column = Float64Array.from(ownTime, (moment) => {
    const price = closes.get(moment);
    if (price === undefined) throw new UsageError(`"bars" expected a bar of ${moment}, got none`);
    return price;
  });
  return own['time'] === undefined ? { close: column } : { time: ownTime, close: column };
}

function columnsOf(answer: object, prefix: string): Columns {
  const columns: Record<string, Column> = {};
  for (const [key, value] of Object.entries(answer) as readonly (readonly [string, unknown])[]) {
    if (key === 'length' && typeof value === 'number') continue;
    const name = prefix + columnName(key);
    if (isNumbers(value)) columns[name] = value;
    else if (Array.isArray(value)) Object.assign(columns, listOf(name, value));
    else if (typeof value === 'object' && value !== null) Object.assign(columns, columnsOf(value, `${name}_`));
    else throw new UsageError(`"${name}" expected a column, got ${value === null ? 'null' : typeof value}`);
  }
  return columns;
}

function listOf(name: string, values: readonly unknown[]): Columns {
  const isScalar = values.every((value) => typeof value !== 'object' || value === null);
  if (isScalar && !values.some((value) => typeof value === 'number')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- numbers and records are handled above
    return { [name]: values as Column };
  }
  return recordsOf(values.map((value) => ({ [name]: value })));
}

type Scalar = number | string | boolean | null;

/** Collects the cells of a record by name, flattening nested values. */
function flatten(value: unknown, name: string, into: Map<string, Scalar>): void {
  if (value === undefined) return;
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value) || isNumbers(value);
    const items: readonly (readonly [string, unknown])[] = Object.entries(value);
    for (const [key, item] of items) {
      const part = isList ? String(Number(key) + 1) : columnName(key);
      flatten(item, name === '' ? part : `${name}_${part}`, into);
    }
    return;
  }
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || value === null) {
    into.set(name, value);
    return;
  }
  throw new UsageError(`"${name}" expected a number, a text or a flag, got ${typeof value}`);
}

function recordsOf(records: readonly unknown[]): Columns {
  const rows = records.map((record) => {
    const cells = new Map<string, Scalar>();
    flatten(record, '', cells);
    return cells;
  });
  const defined = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [name, value] of row) {
      const kinds = defined.get(name) ?? new Set();
      if (value !== null) kinds.add(typeof value);
      defined.set(name, kinds);
    }
  }
  // A record that is null in some rows has columns for its fields only.
  const names = [...defined.keys()];
  const isOpened = (name: string): boolean =>
    defined.get(name)!.size === 0 && names.some((other) => other.startsWith(`${name}_`));
  return Object.fromEntries(
    names.filter((name) => !isOpened(name)).map((name) => [name, typed(name, rows, defined.get(name)!)]),
  );
}

function typed(name: string, rows: readonly ReadonlyMap<string, Scalar>[], kinds: ReadonlySet<string>): Column {
  if (kinds.size > 1) throw new UsageError(`"${name}" expected values of one type, got ${[...kinds].join(' and ')}`);
  const cells = rows.map((row) => row.get(name) ?? null);
  if (kinds.has('string') || kinds.has('boolean')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all values have one type, checked above
    return cells as Column;
  }
  return Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : NaN));
}
