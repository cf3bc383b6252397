/** Reads Parquet of bars by row group: only the six columns, as typed arrays. */

import { TimeReader, type DataProblem } from '@barograph/core';
import type { SchemaElement } from 'hyparquet';
import type { BarRows } from './bar-rows.ts';
import { addValues, nameIn, soundTimes } from './cell-value.ts';
import { findColumns, type ColumnMap, type ColumnOptions } from './columns.ts';
import { parquetProblem } from './parquet-fault.ts';
import { readFooter } from './parquet-footer.ts';
import { groupsOf, readGroup, type Column, type ParquetBytes } from './parquet-groups.ts';

/**
 * Reads a Parquet file into `rows`. A time column annotated as date or timestamp carries its unit; a plain integer is
 * distinguished by magnitude, as in every other format.
 *
 * @param onRows progress callback, after each row group: fraction of the file done, 0 to 1.
 * @returns the columns, or the problem. A file that cannot be decoded is a problem.
 */
export async function readParquet(
  file: ParquetBytes,
  rows: BarRows,
  how: ColumnOptions = {},
  onRows?: (share: number) => void,
): Promise<{ readonly columns?: ColumnMap; readonly problem?: DataProblem }> {
  try {
    const { metadata, elements } = await readFooter(file);
    const found = findColumns(
      elements.map((element) => element.name),
      how,
    );
    if (!found.ok) return { problem: found.error };
    const columns = found.value;
    const six = columns.index.map((at) => elements[at]!);
    const coin = elements[columns.symbol];
    const names = [...six, ...(coin === undefined ? [] : [coin])].map((element) => element.name);
    const times = new TimeReader(isAnnotatedTime(six[0]!) ? 'ms' : undefined);
    const total = Number(metadata.num_rows);
    // A row takes at least a byte; a file that claims more rows gets memory as they are read.
    rows.expect(Math.min(total, file.byteLength));
    const whole = coin === undefined ? [] : [coin.name];
    let data: readonly Column[] | undefined;
    for (const place of groupsOf(metadata)) {
      data = await readGroup(file, metadata, place, names, { whole, into: data });
      const problem = addGroup(rows, columns, times, data, place.end - place.start);
      if (problem !== undefined) return { columns, problem };
      onRows?.(place.end / total);
    }
    return { columns };
  } catch (error) {
    return { problem: parquetProblem(error, 'damaged rows') };
  }
}

/** Adds the rows of a group: six columns, and the coin column if any. */
function addGroup(
  rows: BarRows,
  columns: ColumnMap,
  times: TimeReader,
  data: readonly Column[],
  count: number,
): DataProblem | undefined {
  const coins = data[6];
  const six = data.slice(0, 6).filter((column) => column instanceof Float64Array);
  const time = six.length === 6 ? soundTimes(times, six) : undefined;
  if (time !== undefined) {
    rows.addColumns([time, ...six.slice(1)], coins === undefined ? undefined : (i) => nameIn(coins[i]));
    return undefined;
  }
  for (let i = 0; i < count; i++) {
    if (coins !== undefined) rows.symbol(nameIn(coins[i]));
    const problem = addValues(
      rows,
      columns,
      times,
      data.map((column) => column[i]),
    );
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether the schema states the unit of a time column, which the parsers above convert to ms. */
function isAnnotatedTime({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  if (type === 'INT96' || converted === 'DATE' || converted?.startsWith('TIMESTAMP') === true) return true;
  return logical?.type === 'TIMESTAMP' || logical?.type === 'DATE';
}
