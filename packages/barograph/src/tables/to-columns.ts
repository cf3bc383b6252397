/** Answers of the engines as a table: every column under a name, no number where there is a name, no list in a cell. */

import { UsageError, type Candles } from '@barograph/core';
import type { CycleDay } from '@barograph/cycle';
import type { NowcastHistory } from '@barograph/nowcast';
import { columnName, isNumbers, isoTime, isTime, rowsOf, type Column, type Columns } from './columns.ts';
import { cycleRows, isCycleDays } from './cycle-rows.ts';
import { isNowcastHistory, nowcastColumns } from './nowcast-columns.ts';

/** Options of {@link toColumns}. */
export interface ToColumnsOptions {
  /** The bars that were scored: their `time` and `close` come first. */
  readonly bars?: Candles;
  /** Columns of moments as epoch ms (default), or as ISO-8601 texts in UTC. */
  readonly times?: 'epoch' | 'iso';
}

/** A record of an engine: whatever it is, its values decide. */
type Answer = NowcastHistory | readonly CycleDay[] | readonly object[] | object;

/**
 * The table of what an engine answers for a history: columns (`signum`, `volatilityRegime`, `nowcastHistory`), records
 * (`technicalHistory`, `memeDays`, `cycleDays`, points of a stream) or bars.
 *
 * Typed arrays are passed on, not copied. Names are those of the service (`plus_di`), a record within a record is
 * `outer_inner`, a list `name_1`, `name_2`; probabilities and scores have the name of their class
 * (`p_now_squeeze`, `score_broad_bull`). NaN and null say that a value is not defined.
 *
 * @throws {UsageError} a value that is no column, or bars of other moments than the answer.
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

/** Columns in which moments are texts. */
export function withIsoTimes(columns: Columns): Columns {
  const entries = Object.entries(columns).map(([name, column]): readonly [string, Column] => {
    return [name, isTime(name) && isNumbers(column) ? Array.from(column, isoTime) : column];
  });
  return Object.fromEntries(entries);
}

/** Time and close of the rows. Shares the columns of the bars where the rows are theirs. */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- neither numbers nor records are left
    return { [name]: values as Column };
  }
  return recordsOf(values.map((value) => ({ [name]: value })));
}

type Scalar = number | string | boolean | null;

/** The cells of a record under their names; what is within it is opened up. */
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
  // A record that is null in one row and open in another has no column of its own.
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of one type, which was just counted
    return cells as Column;
  }
  return Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : NaN));
}
