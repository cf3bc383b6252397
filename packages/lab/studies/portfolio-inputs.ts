/** Bars, a nowcast that has not seen the tested hours, and the risk panel of the study of portfolio risk. */

import { describeProblem, HOUR_MS, type Candles, type DataProblem, type Result } from '@barograph/core';
import { readBars, readBarsFolder, READ_LIMITS_V1, type ReadLimits } from '@barograph/files';
import { artifactText, openModel, type NowcastModel } from '@barograph/nowcast';
import { riskPanel, type RiskPanel } from '@barograph/risk';
import { observeFor, panelRows, trainNowcast, TRAINING_V4 } from '../src/index.ts';
import { join } from 'node:path';

/** Hours between the last learnt hour and the first tested one. */
export const PURGE = 120;
const YEAR = 365 * 24;
/** Hours of history that a coin needs before the first tested hour: the slow inputs of HAR+ and a market of one's own. */
const LEAST_HOURS = 120 * 24;

/** A study shares its processors with others; sound files may take longer than a host allows. */
const limits: ReadLimits = { ...READ_LIMITS_V1, version: 'read-limits/study', baseMs: 120_000 };

function valueOf<Value>(read: Result<Value, DataProblem>): Value {
  if (!read.ok) throw new Error(describeProblem(read.error));
  return read.value;
}

/** Hourly bars of the market and of every perp. */
export interface StudyBars {
  /** Spot bars that the regimes of the market are read from. */
  readonly market: Candles;
  readonly coins: readonly { readonly coin: string; readonly bars: Candles }[];
}

/** @param data folder of shared data. */
export async function studyBars(data: string): Promise<StudyBars> {
  const market = valueOf(await readBars(join(data, 'ohlcv_1h/binance_spot/BTCUSDT.csv.gz'), { limits })).candles;
  const { files } = valueOf(await readBarsFolder(join(data, 'ohlcv_1h/binance_usdm_perp'), { limits }));
  return { market, coins: files.map(({ symbol, candles }) => ({ coin: symbol.replace(/USDT$/, ''), bars: candles })) };
}

/**
 * Trains the nowcast as 2026.12.0 is trained, on hours before a moment.
 *
 * @param to epoch ms of the first hour that is not learnt.
 */
export function trainBefore({ market, coins }: StudyBars, to: number): NowcastModel {
  // β is that of the shipped model: trying others would change no forecast of volatility.
  const config = { ...TRAINING_V4, beta: 0.16, betas: [] };
  const panel = panelRows(
    { candles: coins.map(({ bars }) => bars), names: coins.map(({ coin }) => coin), files: [] },
    config,
  );
  const artifact = trainNowcast(observeFor(market, config), { modelVersion: 'unseen-1', config, to, panel });
  return openModel(artifactText(artifact));
}

/** Turnover of the year before a moment, in the quote currency. */
function turnoverBefore(bars: Candles, end: number): number {
  let sum = 0;
  for (let i = 0; i < bars.length && bars.time[i]! < end; i++) {
    if (bars.time[i]! >= end - YEAR * HOUR_MS) sum += bars.close[i]! * bars.volume[i]!;
  }
  return sum;
}

/**
 * Panel of the coins whose bars begin `LEAST_HOURS` before the test and last until its end, the most traded of the year
 * before the test first.
 *
 * @param from epoch ms of the first tested origin.
 * @param to epoch ms at which the last outcome has ended.
 */
export function studyPanel({ market, coins }: StudyBars, model: NowcastModel, from: number, to: number): RiskPanel {
  const used = coins
    .filter(({ bars }) => bars.time[0]! <= from - LEAST_HOURS * HOUR_MS && bars.time[bars.length - 1]! >= to - HOUR_MS)
    .map((listed) => ({ ...listed, turnover: turnoverBefore(listed.bars, from) }))
    .toSorted((a, b) => b.turnover - a.turnover);
  return riskPanel({ coins: used, market, model });
}
