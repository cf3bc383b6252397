/**
 * Evidence on the heads of funding, open interest and breadth over real data: log loss of the bucket 4 and 24 hours on,
 * in time order, with constants learnt on the earlier part only, against the shares of the buckets (marginal) and the
 * bucket of the last hours (persistence), both counted on the earlier part. Run by hand; it prints figures and writes
 * nothing.
 *
 *     node --import tsx --conditions source packages/lab/studies/nowcast-heads.evidence.ts [data folder]
 */

import { HOUR_MS } from '@barograph/core';
import { readBarsFolder, readSeries } from '@barograph/files';
import {
  BREADTH_V1,
  breadthBucket,
  breadthColumns,
  FUNDING_V1,
  fundingBucket,
  HORIZONS,
  OPEN_INTEREST_V1,
  openInterestBucket,
  openInterestEdge,
  type Breadth,
  type Horizon,
} from '@barograph/nowcast';
import {
  breadthProbabilities,
  fundingProbabilities,
  fundingView,
  openInterestProbabilities,
  openInterestView,
  type FundingView,
  type OpenInterestView,
} from '@barograph/nowcast/parts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { report, type Origin } from './head-study.ts';

const [data = '../shared/data'] = process.argv.slice(2);
/** Hours between two origins. */
const STRIDE = 4;
const EACH: readonly Horizon[] = ['h4', 'h24'];

// Funding: of each coin the rate of every hour in which one was settled, and what accrued in each hour.

interface Rates {
  readonly first: number;
  readonly settled: Float64Array;
  readonly accrued: Float64Array;
}

/** @param longest hours between two settlements, beyond which one is missing. */
function ratesOf(file: string, key: string, from: string, longest: number): readonly Rates[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const names = head.trim().split(',');
  const coins = new Map<string, (readonly [hour: number, rate: number])[]>();
  for (const line of lines) {
    const cell = (name: string): string => line.split(',')[names.indexOf(name)]!;
    const time = Number(cell('timestamp'));
    if (time < Date.parse(from)) continue;
    const coin = cell(key);
    coins.set(coin, coins.get(coin) ?? []);
    coins.get(coin)!.push([Math.floor(time / HOUR_MS), Number(cell('funding_rate'))]);
  }
  return [...coins.values()].map((rows) => {
    rows.sort(([a], [b]) => a - b);
    const first = rows[0]![0];
    const hours = rows.at(-1)![0] - first + 1;
    const rates = { first, settled: new Float64Array(hours).fill(NaN), accrued: new Float64Array(hours).fill(NaN) };
    rows.forEach(([hour, rate], i) => {
      const since = i === 0 ? NaN : hour - rows[i - 1]![0];
      if (!(since >= 1 && since <= longest)) return;
      rates.settled[hour - first] = rate / since;
      rates.accrued.fill(rate / since, hour - first - since + 1, hour - first + 1);
    });
    return rates;
  });
}

interface FundingOrigin extends FundingView {
  /** Root mean square of what the design's own forecast missed by in the hours of the window. */
  readonly missed: number;
}

const DESIGN_PERSISTENCE = 0.93;

function fundingOrigins(coins: readonly Rates[], horizon: Horizon): Origin<FundingOrigin>[] {
  const hours = HORIZONS[horizon];
  const { baseline, window } = FUNDING_V1;
  return coins.flatMap(({ first, settled, accrued }) => {
    const ahead = (t: number): number => accrued.slice(t + 1, t + 1 + hours).reduce((sum, x) => sum + x, 0) / hours;
    const came = Float64Array.from(settled, (_, t) => (t + hours < settled.length ? ahead(t) : NaN));
    const kept = DESIGN_PERSISTENCE ** hours;
    const misses = came.map((rate, t) => (rate - baseline - kept * (settled[t]! - baseline)) ** 2);
    const origins: Origin<FundingOrigin>[] = [];
    for (let t = window - 1; t < settled.length; t++) {
      if ((first + t) % STRIDE !== 0 || Number.isNaN(settled[t]!) || Number.isNaN(came[t]!)) continue;
      const view = fundingView(settled.subarray(t - window + 1, t + 1));
      const known = misses.subarray(t - window + 1, t - hours + 1).filter((miss) => !Number.isNaN(miss));
      if (typeof view === 'string' || known.length === 0) continue;
      const missed = Math.sqrt(known.reduce((sum, miss) => sum + miss, 0) / known.length);
      const [outcome, before] = [fundingBucket(came[t]!), fundingBucket(view.rate)];
      origins.push({ time: (first + t) * HOUR_MS, view: { ...view, missed }, outcome, before });
    }
    return origins;
  });
}

function studyFunding(name: string, coins: readonly Rates[], split: number): void {
  for (const horizon of EACH) {
    const hours = HORIZONS[horizon];
    const rows = FUNDING_V1.horizons[horizon].rows;
    const config = (persistence: number, spread: number, leastScale: number): typeof FUNDING_V1 => ({
      ...FUNDING_V1,
      horizons: { ...FUNDING_V1.horizons, [horizon]: { persistence, spread, leastScale, rows } },
    });
    report({
      name,
      horizon,
      origins: fundingOrigins(coins, horizon),
      split,
      under: (view, [persistence = 0, spread = 0, least = 0]) =>
        fundingProbabilities(view, horizon, config(persistence, Math.exp(spread), 1e-6 * Math.exp(least))),
      start: [0.6, -1, 1.4],
      steps: [0.1, 0.5, 0.5],
      shipped: (view) => fundingProbabilities(view, horizon),
      // A t law with 4 degrees of freedom has twice the variance of its scale; the floor keeps a still week finite.
      design: (view) =>
        fundingProbabilities(
          { ...view, deviation: view.missed },
          horizon,
          config(DESIGN_PERSISTENCE ** hours, Math.SQRT1_2, 1e-7),
        ),
    });
  }
}

// Open interest: hourly levels of each coin.

interface OpenInterestOrigin extends OpenInterestView {
  readonly edge: number;
}

function openInterestOrigins(series: readonly (readonly [number, Float64Array])[], horizon: Horizon) {
  const hours = HORIZONS[horizon];
  const { window } = OPEN_INTEREST_V1;
  return series.flatMap(([first, levels]) => {
    const origins: Origin<OpenInterestOrigin>[] = [];
    for (let t = window; t + hours < levels.length; t++) {
      if ((first + t) % STRIDE !== 0) continue;
      const change = Math.log(levels[t + hours]! / levels[t]!);
      const past = Math.log(levels[t]! / levels[t - hours]!);
      const view = openInterestView(levels.subarray(t - window, t + 1));
      if (typeof view === 'string' || Number.isNaN(change) || Number.isNaN(past)) continue;
      const edge = openInterestEdge(view.deviation, horizon);
      const [outcome, before] = [openInterestBucket(change, edge), openInterestBucket(past, edge)];
      origins.push({ time: (first + t) * HOUR_MS, view: { ...view, edge }, outcome, before });
    }
    return origins;
  });
}

function studyOpenInterest(series: readonly (readonly [number, Float64Array])[]): void {
  for (const horizon of EACH) {
    const { rows } = OPEN_INTEREST_V1.horizons[horizon];
    const config = (drift: number, spread: number, weight: number): typeof OPEN_INTEREST_V1 => ({
      ...OPEN_INTEREST_V1,
      weight,
      horizons: { ...OPEN_INTEREST_V1.horizons, [horizon]: { drift, spread, rows } },
    });
    report({
      name: 'open interest',
      horizon,
      origins: openInterestOrigins(series, horizon),
      split: OPEN_INTEREST_V1.trainedTo,
      under: (view, [drift = 0, spread = 0]) =>
        openInterestProbabilities(view, horizon, config(drift, Math.exp(spread), OPEN_INTEREST_V1.weight)),
      start: [0, -0.3],
      steps: [0.2, 0.3],
      shipped: (view) => openInterestProbabilities(view, horizon),
      design: (view) => openInterestProbabilities(view, horizon, config(0.3, Math.SQRT1_2, 0)),
    });
  }
}

// Breadth: counts of the panel, hour by hour.

function studyBreadth(time: Float64Array, above: Uint16Array, of: Uint16Array): void {
  const { leastPerps, trainedTo } = BREADTH_V1;
  const share = (t: number): number => (of[t]! >= leastPerps ? (100 * above[t]!) / of[t]! : NaN);
  for (const horizon of EACH) {
    const hours = HORIZONS[horizon];
    const { rows } = BREADTH_V1.horizons[horizon];
    const config = (persistence: number, scale: number): typeof BREADTH_V1 => ({
      ...BREADTH_V1,
      horizons: { ...BREADTH_V1.horizons, [horizon]: { persistence, scale, rows } },
    });
    const origins: Origin<Breadth>[] = [];
    for (let t = hours; t + hours < time.length; t++) {
      const [change, past] = [share(t + hours) - share(t), share(t) - share(t - hours)];
      if (Number.isNaN(change) || Number.isNaN(past)) continue;
      const view = { above: above[t]!, of: of[t]! };
      origins.push({ time: time[t]!, view, outcome: breadthBucket(change), before: breadthBucket(past) });
    }
    report({
      name: 'breadth',
      horizon,
      origins,
      split: trainedTo,
      under: (view, [persistence = 0, scale = 0]) =>
        breadthProbabilities(view, horizon, config(persistence, Math.exp(scale))),
      start: [0.5, 0.5],
      steps: [0.2, 0.3],
      shipped: (view) => breadthProbabilities(view, horizon),
      // The law of the design on log odds: its scale was not given, so the learnt one stands in for it.
      design: (view) => breadthProbabilities(view, horizon, config(0.97 ** hours, BREADTH_V1.horizons[horizon].scale)),
    });
  }
}

const derivatives = join(data, 'derivs');
if (!existsSync(derivatives)) {
  console.log(`skipped: there is no folder ${derivatives}`);
} else {
  const hourly = ratesOf(join(derivatives, 'funding_hyperliquid_1h.csv.gz'), 'coin', '2023-06-01', 1);
  studyFunding('funding, hourly', hourly, FUNDING_V1.trainedTo);
  const eightHourly = ratesOf(join(derivatives, 'funding_binance_8h.csv.gz'), 'symbol', '2020-01-01', 8);
  studyFunding('funding, every 8 hours at another venue', eightHourly, Date.UTC(2022, 8, 1));
  const folder = join(derivatives, 'open_interest_bybit_1h');
  const series: (readonly [number, Float64Array])[] = [];
  for (const file of readdirSync(folder)) {
    const read = await readSeries(join(folder, file));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const hours = read.value.time.map((time) => Math.floor(time / HOUR_MS));
    const levels = new Float64Array(hours.at(-1)! - hours[0]! + 1).fill(NaN);
    hours.forEach((hour, i) => (levels[hour - hours[0]!] = read.value.value[i]! > 0 ? read.value.value[i]! : NaN));
    series.push([hours[0]!, levels]);
  }
  studyOpenInterest(series);
  const panel = await readBarsFolder(join(data, 'ohlcv_1h/binance_usdm_perp'));
  if (!panel.ok) throw new Error(JSON.stringify(panel.error));
  const { time, above, of } = breadthColumns(panel.value.files.map(({ candles }) => candles));
  studyBreadth(time, above, of);
}
