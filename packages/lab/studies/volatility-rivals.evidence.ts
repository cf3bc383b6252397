/**
 * Expected volatility of model 2026.11.0 against rivals that are fitted here: QLIKE of the variance of the next 24 hours, hour
 * by hour from August 2024 to July 2025, and the 90 % confidence set of the models. All models are refitted monthly on
 * hours that end 120 hours before the month. First the fit of HAR+ on the whole training is compared with the shipped file.
 * Writes volatility-rivals.md and volatility-rivals.json to a folder.
 *
 *     node --import tsx --conditions source packages/lab/studies/volatility-rivals.evidence.ts [docs/evidence] [data folder] [all]
 */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { HarFit, HarSeries } from '@barograph/nowcast';
import {
  bootstrapMean,
  confidenceSet,
  fitHar,
  lossDifference,
  qlike,
  squaredError,
  STATIONARY_BOOTSTRAP_V1,
  type StationaryBootstrapConfig,
} from '../src/index.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forecastBlock, HORIZON, MODELS, PURGE, type Block, type Model, type Warm } from './rival-forecasts.ts';
import { trainingSeries, type TrainingSeries } from './rival-inputs.ts';
import { GOAL, reportText, type CoinReport, type ModelReport, type Report } from './rival-report.ts';

const [out = 'docs/evidence', data = '../shared/data', list = GOAL.coins.join()] = process.argv.slice(2);
const MODEL = 'models/nowcast/2026.11.0/model.json';
/** First hour of each tested month, and the end of the last. */
const MONTHS = Array.from({ length: 13 }, (_, i) => Date.UTC(2024, 7 + i, 1));
/** A week of lags and blocks, as in the other tests of the card; the set is also computed with blocks of 3 and 14 days. */
const LAGS = 167;
const BLOCKS = [72, 168, 336];
const LEVEL = 0.9;
/** Variances are reported in squared percent. */
const PERCENT = 1e4;

interface Shipped {
  readonly training: { readonly from: number; readonly to: number };
  readonly har: { readonly market: HarFit; readonly coins: Readonly<Record<string, HarFit>> };
}

/** Number of series whose fit on the whole training equals the shipped one to the bit. */
function equalFits({ names, series }: TrainingSeries, { training, har }: Shipped): number {
  const { own } = fitHar(series, training);
  return names.filter((name, i) => {
    const shipped = name === 'market' ? har.market : har.coins[name];
    return JSON.stringify(own[i]) === JSON.stringify(shipped);
  }).length;
}

function blocksOf({ names, series }: TrainingSeries, coins: readonly string[], from: number): Map<string, Block[]> {
  const blocks = new Map(coins.map((coin) => [coin, [] as Block[]]));
  const warm = new Map(coins.map((coin) => [coin, {} as Warm]));
  MONTHS.slice(0, -1).forEach((month, m) => {
    const { own } = fitHar(series, { from, to: month - PURGE });
    for (const coin of coins) {
      const i = names.indexOf(coin);
      blocks.get(coin)!.push(forecastBlock(series[i]!, own[i]!, [month, MONTHS[m + 1]!], warm.get(coin)!));
    }
    console.error(`${new Date(month).toISOString().slice(0, 7)} done`);
  });
  return blocks;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function reportOf(coin: string, blocks: readonly Block[]): CoinReport {
  const time = blocks.flatMap((block) => block.time);
  const realised = blocks.flatMap((block) => block.realised.map((variance) => PERCENT * variance));
  const forecasts = (model: Model): readonly number[] =>
    blocks.flatMap((block) => block.forecasts[model].map((variance) => PERCENT * variance));
  const lossesOf = (stated: (model: Model) => readonly number[]) =>
    Object.fromEntries(
      MODELS.map((model) => [model, stated(model).map((forecast, i) => qlike(realised[i]!, forecast))]),
    );
  const losses = lossesOf(forecasts);
  const setOf = (block: number, statistic: 'max' | 'range', of = losses) => {
    const bootstrap: StationaryBootstrapConfig = { ...STATIONARY_BOOTSTRAP_V1, block };
    return confidenceSet(of, { level: LEVEL, statistic, bootstrap });
  };
  const scaledForecasts = (model: Model): readonly number[] =>
    blocks.flatMap((block) => block.forecasts[model].map((variance) => PERCENT * variance * block.factors[model]));
  const scaled = setOf(STATIONARY_BOOTSTRAP_V1.block, 'max', lossesOf(scaledForecasts));
  const sets = BLOCKS.map((block) => setOf(block, 'max'));
  const range = setOf(STATIONARY_BOOTSTRAP_V1.block, 'range');
  const main = sets[BLOCKS.indexOf(STATIONARY_BOOTSTRAP_V1.block)]!;
  const served = losses[MODELS[0]]!;
  const models = MODELS.map((model, m): ModelReport => {
    const own = losses[model]!;
    const expected = forecasts(model);
    const differences = own.map((loss, i) => loss - served[i]!);
    const test = m === 0 ? null : lossDifference(differences, { horizon: HORIZON, lags: LAGS });
    const { low, high } = bootstrapMean(time.map((at, i) => ({ time: at, difference: own[i]! })));
    return {
      model,
      qlike: { mean: main[m]!.mean, low, high },
      squaredError: mean(expected.map((variance, i) => squaredError(realised[i]!, variance))),
      realisedToExpected: mean(realised) / mean(expected),
      versusServed: test,
      set: { max: main[m]!.p, range: range[m]!.p, byBlock: sets.map((set) => set[m]!.p), inSet: main[m]!.inSet },
      scaled: { qlike: scaled[m]!.mean, p: scaled[m]!.p, inSet: scaled[m]!.inSet },
    };
  });
  const unconverged = blocks.reduce((sum, block) => sum + block.unconverged, 0);
  return { coin, hours: time.length, unconverged, models };
}

if (!existsSync(join(data, 'ohlcv_1h'))) {
  console.log(`skipped: there is no folder ${join(data, 'ohlcv_1h')}`);
} else {
  const training = await trainingSeries(data);
  const shipped = JSON.parse(readFileSync(MODEL, 'utf8')) as Shipped;
  const asked = list === 'all' ? GOAL.coins : list.split(',');
  // `all` adds the coins of the panel with bars of every tested hour, and two years before them.
  const isWhole = ({ time }: HarSeries): boolean =>
    time[0]! <= MONTHS[0]! - 2 * 365 * DAY_MS && time.at(-1)! >= MONTHS.at(-1)! - HOUR_MS;
  const whole = training.names.filter((name, i) => name !== 'market' && isWhole(training.series[i]!));
  const coins = list === 'all' ? whole : asked.filter((coin) => training.names.includes(coin));
  const blocks = blocksOf(training, coins, shipped.training.from);
  const report: Report = {
    version: 'volatility_rivals/1',
    model: '2026.11.0',
    from: MONTHS[0]!,
    to: MONTHS.at(-1)! - HORIZON * HOUR_MS,
    level: LEVEL,
    lags: LAGS,
    blocks: BLOCKS,
    draws: STATIONARY_BOOTSTRAP_V1.draws,
    equalFits: [equalFits(training, shipped), training.names.length],
    coins: coins.map((coin) => reportOf(coin, blocks.get(coin)!)),
    absent: asked.filter((coin) => !training.names.includes(coin)),
  };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'volatility-rivals.json'), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(out, 'volatility-rivals.md'), reportText(report));
  console.log(reportText(report));
}
