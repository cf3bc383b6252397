/** Reads the taker buy volume of bars, a column next to the six of bars. */

import { err, ok, type Candles, type DataProblem, type Result } from '@barograph/core';
import { readSeries } from './read-series.ts';
import type { ReadSeriesOptions } from './series.ts';

/** Name of the column in the header. */
export const TAKER_BUY_COLUMN = 'taker_buy_volume';

const CSV = /\.csv(?:\.gz)?$/i;

/**
 * Reads the column `taker_buy_volume` of a CSV of bars, plain or gzip. Other formats are treated as lacking it.
 *
 * @param path file of `bars`, read with or without a repair.
 * @returns base units per bar; NaN when absent, below 0, or above the volume.
 *   undefined without the column; the problem of an unreadable column.
 * @throws {unknown} the reason of `options.signal`.
 * @example
 * const { candles } = await readBarsOrThrow('BTCUSDT.csv');
 * const read = await readTakerBuy('BTCUSDT.csv', candles);
 * read.ok && read.value; // → Float64Array(3) [ 650, 400, 980 ]
 */
export async function readTakerBuy(
  path: string,
  bars: Candles,
  options: ReadSeriesOptions = {},
): Promise<Result<Float64Array | undefined, DataProblem>> {
  if (!CSV.test(path)) return ok(undefined);
  const read = await readSeries(path, TAKER_BUY_COLUMN, options);
  if (!read.ok) {
    const { code, column } = read.error;
    // Dialects that only the bar reader knows lack the column too.
    const isNone = code === 'missing_column' && (column === TAKER_BUY_COLUMN || column === 'timestamp');
    return isNone ? ok(undefined) : err(read.error);
  }
  const { time, value } = read.value;
  let at = 0;
  return ok(
    bars.time.map((moment, i) => {
      while (at < time.length && time[at]! < moment) at++;
      if (time[at] !== moment) return NaN;
      const units = value[at]!;
      return units >= 0 && units <= bars.volume[i]! ? units : NaN;
    }),
  );
}
