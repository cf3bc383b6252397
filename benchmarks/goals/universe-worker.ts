/**
 * A thread of the universe: makes coins, or scores them by every engine. Coins are taken by a counter in shared memory, so
 * that no thread waits for another; nothing is moved between threads, for a detached buffer slows every typed array.
 */

import { HOUR_MS, resample } from '@barograph/core';
import type { CoinCandles } from '@barograph/cycle';
import { readBars } from '@barograph/files';
import { rsi, RSI_DEFAULTS, SIGNUM_V1, signumCodes, technicalColumns, type SignumCodes } from '@barograph/indicators';
import { installKernels } from '@barograph/kernels';
import { modelFor, nowcastHistory, type NowcastHistory, type NowcastModel } from '@barograph/nowcast';
import { createMarket } from '@barograph/simulator';
import { memeColumns } from '@barograph/stress';
import { allEstimators, volatilityRegime, volumeHistory, type EstimatorColumns } from '@barograph/volatility';
import { loadShippedModel, writeParquet } from 'barograph';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { wideConfig } from '../wide-config.ts';

/** Work of a thread. */
export interface UniverseJob {
  readonly does: 'make' | 'score';
  readonly folder: string;
  /** Coins of the whole universe, which determine the names. */
  readonly coins: number;
  /** Number of coins to process, from the first. */
  readonly first: number;
  readonly hours: number;
  /** Index of the next coin, as a single number. */
  readonly counter: SharedArrayBuffer;
}

/** Report of a thread at its end. */
export interface UniverseAnswer {
  /** Daily bars of its coins, for the cycle. */
  readonly days: readonly CoinCandles[];
  readonly coins: number;
  readonly readMs: number;
  /** Milliseconds of each engine by the clock of the thread. */
  readonly engines: Readonly<Record<string, number>>;
}

/** Columns reused for every coin, since all have the same number of hours. */
interface HourColumns {
  signum?: SignumCodes;
  rsi?: Float64Array;
  estimators?: EstimatorColumns;
  nowcast?: NowcastHistory;
}

const ESTIMATOR = { window: 24, periodsPerYear: 8_760 };

/** File of a coin: BTC.parquet, or BTC2.parquet in the second pass through the simulator's coins. */
const fileOf = (folder: string, symbol: string): string => join(folder, `${symbol}.parquet`);

function* taken({ counter, first }: UniverseJob): Generator<number> {
  const next = new Int32Array(counter);
  for (let i = Atomics.add(next, 0, 1); i < first; i = Atomics.add(next, 0, 1)) yield i;
}

async function make(job: UniverseJob): Promise<void> {
  const config = wideConfig(job.coins);
  const market = createMarket(config);
  for (const i of taken(job)) {
    const { coin } = config.coins[i]!;
    const end = config.start + job.hours * HOUR_MS;
    const { time, open, high, low, close, volume } = market.candles(coin, 'perpdex_perp', '1h', config.start, end);
    await writeParquet(fileOf(job.folder, coin), { timestamp: time, open, high, low, close, volume });
  }
}

async function score(job: UniverseJob): Promise<UniverseAnswer> {
  installKernels();
  const config = wideConfig(job.coins);
  const model = await loadShippedModel();
  const days: CoinCandles[] = [];
  const engines: Record<string, number> = {};
  const columns: HourColumns = {};
  let readMs = 0;
  for (const i of taken(job)) {
    const { coin: symbol } = config.coins[i]!;
    const begin = performance.now();
    const read = await readBars(fileOf(job.folder, symbol));
    if (!read.ok || read.value.rows !== job.hours) throw new Error(`${symbol}: expected ${job.hours} hours`);
    readMs += performance.now() - begin;
    days.push({ symbol, daily: scoreCoin(symbol, read.value.candles, model, columns, engines) });
  }
  return { days, coins: days.length, readMs, engines };
}

/** Every engine over the hours of a coin, or over its days. @param columns reused output columns. @param engines collects the time of each engine. */
function scoreCoin(
  symbol: string,
  hours: CoinCandles['daily'],
  model: NowcastModel,
  columns: HourColumns,
  engines: Record<string, number>,
): CoinCandles['daily'] {
  const timed = <T>(name: string, work: () => T): T => {
    const begin = performance.now();
    const result = work();
    engines[name] = (engines[name] ?? 0) + performance.now() - begin;
    return result;
  };
  const own = modelFor(model, symbol === 'BTC' ? 'market' : symbol);
  columns.signum = timed('signum', () => signumCodes(hours, SIGNUM_V1, columns.signum));
  columns.rsi = timed('rsi', () => rsi(hours, RSI_DEFAULTS, columns.rsi));
  columns.estimators = timed('estimators', () => allEstimators(hours, ESTIMATOR, columns.estimators));
  columns.nowcast = timed('nowcast', () => nowcastHistory(own, hours, columns.nowcast));
  const daily = timed('days', () => resample(hours, '1h', '1d').bars);
  timed('technical', () => technicalColumns(daily));
  timed('volatility', () => volatilityRegime(daily));
  timed('volume', () => volumeHistory(daily));
  timed('meme', () => memeColumns(daily));
  return daily;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- started by `universe.ts` alone
const job = workerData as UniverseJob;
if (job.does === 'make') await make(job);
parentPort!.postMessage(job.does === 'score' ? await score(job) : { days: [], coins: 0, readMs: 0, engines: {} }, []);
