/** Units that takers bought of each bar of a file: a column beside the six of bars. */

import { err, ok, type Candles, type DataProblem, type Result } from '@barograph/core';
import { readSeries } from './read-series.ts';
import type { ReadSeriesOptions } from './series.ts';

/** Name of the column, as the header has it. */
export const TAKER_BUY_COLUMN = 'taker_buy_volume';

const CSV = /\.csv(?:\.gz)?$/i;

/**
 * Reads the column `taker_buy_volume` of a CSV of bars, plain or gzip. Other formats have none here.
 *
 * @param path the file that `bars` were read from, with or without a repair.
 * @returns units of the base, one for each bar; NaN where the file has nothing, or what cannot be: below 0, or above the volume.
 *   undefined of a file without the column; the problem of one whose column cannot be read.
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
    // Nor does a dialect that only the reader of bars knows.
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
