/** Hourly bars for the tests of the second nowcast: of files, as records and as the library takes them. */

import { candles, type CandleColumn, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import { existsSync } from 'node:fs';
import type { Bar } from './nowcast-second.ts';

export const HOURS = '../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz';
export const COIN = '../shared/data/ohlcv_1h/binance_usdm_perp/SOLUSDT.csv.gz';
/** Reason to skip tests of real hours, for their titles; empty where the files are there. */
export const missing = [HOURS, COIN].every((file) => existsSync(file)) ? '' : ` (needs ${HOURS} and ${COIN})`;

const COLUMNS: readonly CandleColumn[] = ['time', 'open', 'high', 'low', 'close', 'volume'];

export type BarColumns = Readonly<Record<CandleColumn, ArrayLike<number>>>;

export function barsOf(columns: BarColumns): Bar[] {
  return Array.from(columns.time, (time, i) => ({
    time,
    open: columns.open[i]!,
    high: columns.high[i]!,
    low: columns.low[i]!,
    close: columns.close[i]!,
    volume: columns.volume[i]!,
  }));
}

export const candlesFrom = (rows: readonly Bar[]): Candles =>
  candles(Object.fromEntries(COLUMNS.map((name) => [name, Float64Array.from(rows, (bar) => bar[name])])) as never);

export async function hoursOf(path: string, from: number, to: number): Promise<Bar[]> {
  const read = await readBars(path);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return barsOf(read.value.candles).slice(from, to);
}
