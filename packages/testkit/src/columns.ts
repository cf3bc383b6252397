/** Conversions between the columns of batch forms and the records of streams. */

import { barAt, CANDLE_COLUMNS, type Bar, type Candles } from '@barograph/core';
import { broken } from './law.ts';

/** Named output columns, one value per bar. */
export type OutputColumns = Readonly<Record<string, ArrayLike<unknown>>>;

/**
 * Returns the rows of a candle set.
 *
 * @example
 * barsOf(bars)[0].time; // → 0
 * barsOf(bars).length; // → 260
 */
export function barsOf(bars: Candles): Bar[] {
  return Array.from({ length: bars.length }, (_, i) => barAt(bars, i));
}

/**
 * Copies candles field by field into separate memory, for a later comparison with the original.
 *
 * @example
 * const copy = copyCandles(bars);
 * [copy.close === bars.close, copy.close[9] === bars.close[9]]; // → [ false, true ]
 */
export function copyCandles(bars: Candles): Candles {
  const copy: Record<string, Float64Array> = {};
  for (const column of CANDLE_COLUMNS) copy[column] = bars[column].slice();
  return { ...(copy as unknown as Candles), length: bars.length };
}

/**
 * Returns the rows of output columns. Fails when a column does not have one value per bar.
 *
 * @example
 * rowsOf({ rsi: [NaN, 55], color: [null, 'green'] }, 2)[1]; // → { rsi: 55, color: 'green' }
 */
export function rowsOf(columns: OutputColumns, length: number): Record<string, unknown>[] {
  for (const [name, column] of Object.entries(columns)) {
    if (column.length !== length) broken(`column "${name}" has ${column.length} values for ${length} bars`);
  }
  return Array.from({ length }, (_, i) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]])),
  );
}
