/** Reads trades of formats that are read whole: JSON, Parquet and Arrow. */

import { shown, type DataProblem } from '@barograph/core';
import type { TradeRows } from './trade-rows.ts';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value);

/** Reads a JSON list of trades: objects, or rows of cells as in freqtrade. @returns the problem that ends the reading. */
export function jsonTrades(text: string, rows: TradeRows): DataProblem | undefined {
  const list = parsed(text);
  const unreadable = (got: string): DataProblem => ({
    code: 'unreadable_file',
    expected: 'a JSON list of trades',
    got,
  });
  if (!isList(list)) return unreadable('JSON of something else, or none');
  const [first] = list;
  if (first === undefined) return { code: 'empty_file', expected: 'rows of trades', got: 'an empty list' };
  if (!isList(first) && !isRecord(first)) return unreadable(`a list of ${shown(first)}`);
  const keys = isRecord(first) ? Object.keys(first) : undefined;
  const problem = keys === undefined ? undefined : rows.header(keys);
  if (problem !== undefined) return problem;
  for (const row of list) {
    const cells = keys === undefined ? row : isRecord(row) ? keys.map((key) => row[key]) : undefined;
    const found = isList(cells)
      ? rows.hasColumns
        ? rows.add(cells)
        : rows.first(cells)
      : rows.refuse({ code: 'bad_value', expected: 'a row like the first', got: shown(row) });
    if (found !== undefined) return found;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a Parquet file of trades. @returns the problem that ends the reading. */
export async function parquetTrades(bytes: Uint8Array<ArrayBuffer>, rows: TradeRows): Promise<DataProblem | undefined> {
  // The decoder loads more slowly than most files are read, so only Parquet waits for it.
  const { tableRows } = await import('./parquet-rows.ts');
  return tableRows(
    bytes,
    (names) => rows.header(names),
    (cells) => rows.add(cells),
  );
}

/** Reads an Arrow IPC file of trades. @returns the problem that ends the reading. */
export async function arrowTrades(bytes: Uint8Array<ArrayBuffer>, rows: TradeRows): Promise<DataProblem | undefined> {
  const { arrowRows } = await import('./arrow-rows.ts');
  return arrowRows(
    bytes,
    (columns) => rows.header(columns.map(({ name }) => name)),
    (cells) => rows.add(cells),
  );
}
