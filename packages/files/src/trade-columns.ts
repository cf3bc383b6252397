/** Mapping of a file's columns to those of trades. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';

/** Columns that a file of trades must have, in the order of the cells of a row. A column `coin` may come with them. */
export const TRADE_COLUMNS = ['time', 'side', 'price', 'size', 'id'] as const;

/** Names under which venues and archives write a column, beside its own, in lower case. */
const ALIASES: readonly (readonly string[])[] = [
  ['timestamp', 'ts'],
  [],
  ['px'],
  ['sz', 'qty', 'amount'],
  ['tid', 'trade_id', 'tradeid'],
];

/** For each of {@link TRADE_COLUMNS}: where it stands, and how the file spells it. */
export interface TradeColumnMap {
  readonly index: readonly number[];
  readonly names: readonly string[];
  /** Place of the column of coins; -1 when the file is of one coin. */
  readonly coin: number;
}

function listed(header: readonly string[]): string {
  const text = header.map((name) => name.trim()).join(', ');
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/**
 * Finds the columns in a header: any order, any case, blanks around a name ignored, further columns allowed.
 *
 * @returns where they are, or the first that is missing or there twice.
 */
export function findTradeColumns(header: readonly string[]): Result<TradeColumnMap, DataProblem> {
  const lower = header.map((name) => name.trim().toLowerCase());
  const index: number[] = [];
  for (const [at, column] of TRADE_COLUMNS.entries()) {
    const names = new Set([column, ...ALIASES[at]!]);
    const found = lower.flatMap((name, place) => (names.has(name) ? [place] : []));
    if (found.length === 0) {
      const expected = `a header with ${TRADE_COLUMNS.join(', ')}`;
      return err({ code: 'missing_column', column, expected, got: listed(header) });
    }
    if (found.length > 1) {
      return err({ code: 'missing_column', column, expected: 'a column there once', got: listed(header) });
    }
    index.push(found[0]!);
  }
  return ok({ index, names: index.map((at) => header[at]!.trim()), coin: lower.indexOf('coin') });
}
