/** Mending of what was read (`bars.v1`), with an account of it in terms of the file. */

import {
  repairPrints,
  sanitizeBars,
  seriesQuality,
  type BarsQuality,
  type Candles,
  type DataProblem,
  type QualityFinding,
} from '@barograph/core';
import type { RowTable } from './row-table.ts';
import { inFileTerms, type ColumnMap } from './columns.ts';

/** Report of a repair. */
export interface RepairReport extends Omit<BarsQuality, 'rejected'> {
  /** Every row that was dropped because it could not be read or holds no bar, and why; ascending by row of the file. */
  readonly dropped: readonly DataProblem[];
  /** Bad prints that were mended: wicks, jumps, another unit, bars off the grid. Indices are of the bars before it. */
  readonly mended: readonly QualityFinding[];
}

/** The bars that can be made of the rows, and what was done to them. */
export function repairRows(
  table: RowTable,
  columns: ColumnMap,
): { readonly bars: Candles; readonly report: RepairReport } {
  const { bars: sorted, quality } = sanitizeBars(table.columns);
  const { bars, mended } = repairPrints(sorted, seriesQuality(sorted));
  const { rejected, ...rest } = quality;
  const inFile = rejected.map((problem) => inFileTerms(inFileRow(problem, table), columns));
  const dropped = [...table.unreadable, ...inFile].sort((a, b) => a.row! - b.row!);
  return { bars, report: { ...rest, dropped, mended } };
}

/** The problem of a readable row, with the row's number in the file. */
export function inFileRow(problem: DataProblem, { numbers }: RowTable): DataProblem {
  const { row } = problem;
  return row === undefined || numbers === undefined ? problem : { ...problem, row: numbers[row - 1]! };
}
