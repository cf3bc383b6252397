/** Bars, funding and open interest of the training of model 2026.11.0, as rows of HAR+. */

import { describeProblem, type DataProblem, type Result } from '@barograph/core';
import { readBars, readBarsFolder, READ_LIMITS_V1, readSeries, type ReadLimits } from '@barograph/files';
import { derivativeRows, harSeries, hourlyFunding, hourlyLevels, type HarSeries } from '@barograph/nowcast';
import { HAR_TRAINING_V1 } from '../src/index.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A study shares its processors with others; sound files may take longer than a host allows. */
const limits: ReadLimits = { ...READ_LIMITS_V1, version: 'read-limits/study', baseMs: 120_000 };

/** Series of the training: the market first, then the coins of the panel by file name. */
export interface TrainingSeries {
  readonly names: readonly string[];
  readonly series: readonly HarSeries[];
}

function valueOf<Value>(read: Result<Value, DataProblem>): Value {
  if (!read.ok) throw new Error(describeProblem(read.error));
  return read.value;
}

/** Funding rates of a symbol of the file of all symbols, by the moment of their settlement. */
function fundingOf(lines: readonly string[], symbol: string): { readonly time: number[]; readonly value: number[] } {
  const rows = lines.map((line) => line.split(',')).filter(([, name]) => name === symbol);
  return { time: rows.map(([time]) => Number(time)), value: rows.map(([, , rate]) => Number(rate)) };
}

/** @param data folder of shared data. */
export async function trainingSeries(data: string): Promise<TrainingSeries> {
  const market = valueOf(await readBars(join(data, 'ohlcv_1h/binance_spot/BTCUSDT.csv.gz'), { limits })).candles;
  const { files } = valueOf(await readBarsFolder(join(data, 'ohlcv_1h/binance_usdm_perp'), { limits }));
  const names = ['BTC', ...files.map(({ symbol }) => symbol.replace(/USDT$/, ''))];
  const lines = gunzipSync(readFileSync(join(data, 'derivs/funding_binance_8h.csv.gz')))
    .toString('utf8')
    .split('\n');
  const series: HarSeries[] = [];
  for (const [i, bars] of [market, ...files.map(({ candles }) => candles)].entries()) {
    const rows = harSeries(bars, HAR_TRAINING_V1.har);
    const interest = join(data, 'derivs/open_interest_bybit_1h', `${names[i]}USDT.csv.gz`);
    if (!existsSync(interest)) {
      series.push(rows);
      continue;
    }
    const last = rows.time[rows.length - 1]!;
    const columns = {
      funding: hourlyFunding(fundingOf(lines, `${names[i]}USDT`), last, rows.length),
      openInterest: hourlyLevels(valueOf(await readSeries(interest, undefined, { limits })), last, rows.length),
    };
    series.push({ ...rows, derivatives: derivativeRows(columns) });
  }
  return { names: ['market', ...names.slice(1)], series };
}
