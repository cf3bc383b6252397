/** Repairs rows by `bars.v1`, with a report in terms of the file. */

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
  /** Problems of dropped rows, ascending by file row. */
  readonly dropped: readonly DataProblem[];
  /** Repaired bad prints: wicks, jumps, another unit, bars off the grid. Indexes refer to the bars before the repair. */
  readonly mended: readonly QualityFinding[];
}

/** Repairs rows to bars, with the report. */
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

/** Converts the row of a problem to the row number in the file. */
export function inFileRow(problem: DataProblem, { numbers }: RowTable): DataProblem {
  const { row } = problem;
  return row === undefined || numbers === undefined ? problem : { ...problem, row: numbers[row - 1]! };
}
