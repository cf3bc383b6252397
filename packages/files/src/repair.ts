/** Mending of what was read (`bars.v1`), with an account of it in terms of the file. */

import { sanitizeBars, type BarsQuality, type Candles, type DataProblem } from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import { inFileTerms, type ColumnMap } from './columns.ts';

/** Report of a repair. */
export interface RepairReport extends Omit<BarsQuality, 'rejected'> {
  /** Every row that was dropped because it could not be read or holds no bar, and why; ascending by row of the file. */
  readonly dropped: readonly DataProblem[];
}

/** The bars that can be made of the rows, and what was done to them. */
export function repairRows(
  rows: BarRows,
  columns: ColumnMap,
): { readonly bars: Candles; readonly report: RepairReport } {
  const { bars, quality } = sanitizeBars(rows.columns());
  const { rejected, ...rest } = quality;
  const inFile = inFileRows(rejected, rows.unreadable).map((problem) => inFileTerms(problem, columns));
  const dropped = [...rows.unreadable, ...inFile].sort((a, b) => a.row! - b.row!);
  return { bars, report: { ...rest, dropped } };
}

/** Sanitising counts the rows that it was given; the file has the unreadable ones between them. Both ascend by row. */
function inFileRows(rejected: readonly DataProblem[], unreadable: readonly DataProblem[]): DataProblem[] {
  let before = 0;
  return rejected.map((problem) => {
    while (before < unreadable.length && unreadable[before]!.row! <= problem.row! + before) before++;
    return { ...problem, row: problem.row! + before };
  });
}
