/** Bars of Arrow IPC files. */

import { TimeReader, type DataProblem } from '@barograph/core';
import { arrowRows, type ArrowLibrary } from './arrow-rows.ts';
import type { BarRows } from './bar-rows.ts';
import { addValues, nameIn } from './cell-value.ts';
import { findColumns, type ColumnMap, type ColumnOptions } from './columns.ts';

/** Reads a file into `rows`. @returns the columns, or the problem. */
export async function readArrowBars(
  bytes: Uint8Array<ArrayBuffer>,
  rows: BarRows,
  how: ColumnOptions,
  load?: () => Promise<ArrowLibrary | undefined>,
): Promise<{ readonly columns?: ColumnMap; readonly problem?: DataProblem }> {
  let columns: ColumnMap | undefined;
  let times = new TimeReader();
  const problem = await arrowRows(
    bytes,
    (fields) => {
      const found = findColumns(
        fields.map(({ name }) => name),
        how,
      );
      if (!found.ok) return found.error;
      columns = found.value;
      if (fields[columns.index[0]!]!.isTime) times = new TimeReader('ms');
      return undefined;
    },
    (cells) => {
      const { index, symbol } = columns!;
      if (symbol !== -1) rows.symbol(nameIn(cells[symbol]));
      return addValues(
        rows,
        columns!,
        times,
        index.map((at) => cells[at]),
      );
    },
    load,
  );
  return { ...(columns === undefined ? {} : { columns }), ...(problem === undefined ? {} : { problem }) };
}
