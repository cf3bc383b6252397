/** Bars from the columns of any table: typed arrays, lists, Arquero or Arrow columns. */

import { candlesOf, type Candles, type CandlesInput, type CandlesOptions } from '@barograph/core';

/** Options of {@link fromColumns}. */
export type FromColumnsOptions = CandlesOptions;

/**
 * Creates bars from a table, ccxt rows or an Arrow table; the same as {@link candlesOf}. Float64 columns are not copied.
 * Times may be numbers, bigints, Dates or texts.
 *
 * @throws {UsageError} when a column is missing, a value is not a number or time, or a row is not a valid bar; names
 * column and row.
 * @example
 * const [Open, High, Low, Close, Volume] = [[10, 11], [12, 12], [9, 10], [11, 10.5], [5, 6]];
 * const table = { Date: ['2026-01-01', '2026-01-02'], Open, High, Low, Close, Volume };
 * const daily = fromColumns(table);
 * [daily.length, daily.time[1] - daily.time[0] === DAY_MS, daily.close[1]]; // → [ 2, true, 10.5 ]
 */
export function fromColumns(table: CandlesInput, options: FromColumnsOptions = {}): Candles {
  return candlesOf(table, options);
}
