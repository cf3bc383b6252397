/** Converts rows of a file to bars: by coin, in order, repaired or checked. */

import {
  barStep,
  CANDLE_COLUMNS,
  checkCandles,
  err,
  intervalOf,
  ok,
  shown,
  sliceCandles,
  unsafeCandles,
  type Candles,
  type DataProblem,
  type Result,
} from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import type { RowTable } from './row-table.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { isSymbol, SYMBOL_RULE } from './coin-name.ts';
import { ask, inFileTerms, type ColumnMap } from './columns.ts';
import { partialOf } from './partial-bar.ts';
import { spanProblem } from './read-bounds.ts';
import { inFileRow, repairRows } from './repair.ts';
import { checkTimes } from './time-faults.ts';

/** Outcome of a read: the columns, and the problem if any. */
export interface Outcome {
  readonly columns?: ColumnMap | undefined;
  readonly problem?: DataProblem | undefined;
}

type About = Pick<BarsFile, 'file' | 'format'>;

/** Builds the bars of every coin of a file. @returns at least one coin, or the first problem of the file. */
export function barsOfRows(
  about: About,
  rows: BarRows,
  { columns, problem }: Outcome,
  options: ReadBarsOptions,
): Result<readonly BarsFile[], DataProblem> {
  if (columns === undefined) {
    return err(problem ?? { code: 'empty_file', expected: 'rows of bars', got: 'blank lines only' });
  }
  if (problem === undefined && rows.seen === 0) {
    return err({ code: 'empty_file', expected: 'at least one row of bars', got: 'a header only' });
  }
  const files: BarsFile[] = [];
  const problems: DataProblem[] = [];
  for (const table of rows.tables()) {
    const file = barsOfTable({ ...about, rows: rows.seen }, table, columns, options);
    if (file.ok) files.push(file.value);
    else problems.push(file.error);
  }
  // Rows before a bad cell are checked too, so that the first problem of the file is reported.
  const [first] = problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  if (first !== undefined && !(problem !== undefined && rows.seen === 0))
    return err(inDialect(first, columns, options));
  return problem === undefined ? ok(files) : err(inDialect(problem, columns, options));
}

/** Extends a problem in a file with assumed columns: a bad bar may have other columns, and a repeated time another coin. */
function inDialect(found: DataProblem, { assumed, isNative, symbol }: ColumnMap, how: ReadBarsOptions): DataProblem {
  const problem = withRepair(found, how);
  if (isNative || assumed.length === 0) return problem;
  if (problem.code === 'bad_bar') {
    return {
      ...problem,
      expected: `${problem.expected}; if the columns are others (${assumed.join('; ')}), name them`,
    };
  }
  if (problem.code === 'bad_order' && symbol === -1 && how.columns?.symbol === undefined) {
    return { ...problem, expected: `${problem.expected}; if these are several coins, ${ask('symbol', how)}` };
  }
  return problem;
}

/** Adds the flag that would fix the problem. */
function withRepair(problem: DataProblem, { repair, repairFlag }: ReadBarsOptions): DataProblem {
  if (repair === true || repairFlag === undefined || problem.row === undefined) return problem;
  const remedy = REPAIRS.find(([code, says]) => code === problem.code && says.test(problem.expected))?.[2];
  return remedy === undefined ? problem : { ...problem, expected: `${problem.expected} (${repairFlag} ${remedy})` };
}

/** Remedies of a repair, by the code and the expectation of a problem. */
const REPAIRS: readonly (readonly [code: DataProblem['code'], says: RegExp, remedy: string])[] = [
  ['bad_order', /used once/, 'keeps the last of them'],
  ['bad_order', /after/, 'sorts the rows'],
  ['bad_bar', /≥ (?:low|open)|≤ open/, 'stretches high and low'],
];

function barsOfTable(
  about: About & Pick<BarsFile, 'rows'>,
  given: RowTable,
  columns: ColumnMap,
  options: ReadBarsOptions,
): Result<BarsFile, DataProblem> {
  const { symbol } = given;
  if (symbol !== undefined && symbol !== '' && !isSymbol(symbol)) {
    return err({ code: 'bad_value', column: 'symbol', expected: SYMBOL_RULE, got: shown(symbol) });
  }
  const turned = options.repair === true ? undefined : oldestFirst(given);
  const table = turned ?? given;
  const times = checkTimes(table, options);
  if (times !== undefined) return err(inFileTerms(inFileRow(times, table), columns));
  const mended = options.repair === true ? repairRows(table, columns) : undefined;
  const checked = mended === undefined ? checkedRows(table) : ok(mended.bars);
  if (!checked.ok) return err(inFileTerms(inFileRow(checked.error, table), columns));
  const all = checked.value;
  if (all.length === 0 && options.repair === true) {
    const got = `none of ${about.rows}`;
    return err({ code: 'empty_file', expected: 'at least one row that can be mended', got });
  }
  const step = barStep(all.time);
  const wide = spanProblem(all, step, options);
  if (wide !== undefined) {
    // After a repair the rows are no longer those of the file.
    const place = mended === undefined ? { row: wide.at + 1 } : {};
    return err(inFileTerms(inFileRow({ ...wide.problem, ...place }, table), columns));
  }
  const assumed = turned === undefined ? columns.assumed : [...columns.assumed, 'the newest row came first: turned'];
  const partial = partialOf(all, step);
  return ok({
    ...about,
    candles: partial === undefined ? all : sliceCandles(all, 0, all.length - 1),
    step,
    interval: step === undefined ? undefined : intervalOf(step),
    partial,
    symbol,
    isNative: columns.isNative,
    assumed,
    repairs: mended?.report,
  });
}

/** Candles of the rows, or the first problem. Rows already checked while reading are not checked again. */
const checkedRows = ({ columns, areCandles }: RowTable): Result<Candles, DataProblem> =>
  areCandles ? ok(unsafeCandles(columns)) : checkCandles(columns);

/** Reverses rows that descend in time; undefined for other rows. */
function oldestFirst({ symbol, columns, unreadable, ...rest }: RowTable): RowTable | undefined {
  const { time } = columns;
  if (time.length < 3) return undefined;
  for (let i = 1; i < time.length; i++) if (!(time[i]! < time[i - 1]!)) return undefined;
  for (const column of CANDLE_COLUMNS) columns[column].reverse();
  const numbers = (rest.numbers ?? Int32Array.from(time, (_, i) => i + 1)).slice().reverse();
  return { symbol, columns, numbers, unreadable, areCandles: false };
}
