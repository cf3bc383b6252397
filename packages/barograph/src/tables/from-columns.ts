/** Bars from the columns of a table, whatever made it: typed arrays, lists, columns of Arquero or of Arrow. */

import { candlesOf, type Candles, type CandlesInput, type CandlesOptions } from '@barograph/core';

/** Options of {@link fromColumns}. */
export type FromColumnsOptions = CandlesOptions;

/**
 * Bars of a table, of rows as ccxt has them, or of a table of Arrow: {@link candlesOf} under the name that the other functions of
 * tables suggest. Float64 columns are taken as they are and not copied; times may be numbers, bigints, Dates or texts.
 *
 * @throws {UsageError} a column that is not there, a value that is no number or no moment, or a row that is no bar; the
 * message names column and row.
 * @example
 * const [Open, High, Low, Close, Volume] = [[10, 11], [12, 12], [9, 10], [11, 10.5], [5, 6]];
 * const table = { Date: ['2026-01-01', '2026-01-02'], Open, High, Low, Close, Volume };
 * const daily = fromColumns(table);
 * [daily.length, daily.time[1] - daily.time[0] === DAY_MS, daily.close[1]]; // → [ 2, true, 10.5 ]
 */
export function fromColumns(table: CandlesInput, options: FromColumnsOptions = {}): Candles {
  return candlesOf(table, options);
}
