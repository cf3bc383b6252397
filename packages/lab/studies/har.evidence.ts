/**
 * Evidence on HAR+ over real hours that nothing was learnt from: how much of the log of volatility it explains, what it does
 * for the buckets of volatility, and for the drawdown and the tails of the simulated day. Both kinds of model are trained on
 * Bitcoin until 120 hours before a moment, by the shipped way with and without HAR+, and run hour by hour as they would be
 * served. Intervals are a bootstrap of whole weeks at 95 %. Run by hand; it prints figures and writes nothing.
 *
 *     node --import tsx --conditions source packages/lab/studies/har.evidence.ts [2024-01-01] [2025-08-01] [data folder]
 */

import { barAt, HOUR_MS, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import {
  artifactText,
  createNowcast,
  FEATURES_V2,
  HAR_INPUTS,
  HORIZONS,
  loadModel,
  modelFor,
  nextDay,
  observe,
  returnVolatility,
  type HarFit,
  type Horizon,
  type NowcastModel,
} from '@barograph/nowcast';
import {
  bootstrapMean,
  fitHar,
  HAR_TRAINING_V1,
  harOutcome,
  TRAINING_V2,
  TRAINING_V3,
  trainNowcast,
  type TrainingConfig,
} from '../src/index.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mean } from './statistics.ts';

const [from = '2024-01-01', until = '2025-08-01', data = '../shared/data'] = process.argv.slice(2);
const [CUT, END] = [Date.parse(from), Date.parse(until)];
const LEARNT = CUT - 120 * HOUR_MS;
/** Hours between two origins of the simulation, and of everything else. */
const [SIMULATED, SCORED] = [12, 4];
const SERIES = [
  'binance_spot/BTCUSDT',
  ...['ETH', 'SOL', 'XRP', 'ADA', 'LTC', 'BNB', 'SUI', 'UNI'].map((coin) => `binance_usdm_perp/${coin}USDT`),
];
const REDUCED = { beta: 0.16, betas: [], maxIterations: 30, panel: { weight: 0, leastRows: 720 } };

interface Series {
  readonly name: string;
  readonly bars: Candles;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function readSeries(): Promise<Series[]> {
  const read: Series[] = [];
  for (const file of SERIES) {
    const bars = await readBars(join(data, 'ohlcv_1h', `${file}.csv.gz`));
    if (!bars.ok) throw new Error(JSON.stringify(bars.error));
    const { candles } = bars.value;
    if (candles.time[0]! < LEARNT - 90 * 24 * HOUR_MS)
      read.push({ name: file.slice(file.indexOf('/') + 1, -4), bars: candles });
  }
  return read;
}

const rowsOf = (bars: Candles) => observe(bars, FEATURES_V2, { har: HAR_TRAINING_V1.har });

// ------------------------------------------------------------------------------- how much of the log is explained

/** R² of forecasts of the log of what came, about its mean over the tested hours; their bias in training is taken out. */
function explained(series: readonly Series[], fits: readonly HarFit[]): void {
  console.log(
    'R² of the log of volatility, of hourly ranges and of hourly returns: HAR+, then averages of squared returns',
  );
  series.forEach(({ name, bars }, i) => {
    const rows = rowsOf(bars);
    const known = rows.har!;
    const averages = returnVolatility(rows.close.map((close, t) => (rows.missing[t] === 1 ? NaN : close)));
    for (const horizon of ['h4', 'h24'] as const) {
      const steps = HORIZONS[horizon];
      const { coefficients, intercept } = fits[i]![horizon];
      const line = (t: number): number =>
        coefficients.reduce((sum, weight, k) => sum + weight * known.inputs[t * HAR_INPUTS.length + k]!, intercept);
      const forecasts = { 'HAR+': line, h6: log(averages.h6), h24: log(averages.h24), h48: log(averages.h48) };
      const outcomes = {
        ranges: (t: number) => harOutcome(known, t, steps).log,
        returns: (t: number) => Math.log(harOutcome(known, t, steps).square) / 2,
      };
      const cells = Object.entries(outcomes).map(([kind, came]) => {
        const scores = Object.entries(forecasts).map(
          ([who, said]) => `${who} ${rSquared(rows.time, steps, came, said).toFixed(2)}`,
        );
        return `${kind}: ${scores.join(', ')}`;
      });
      console.log(`  ${name} ${steps} h  ${cells.join('; ')}`);
    }
  });
}

const log =
  (column: Float64Array) =>
  (t: number): number =>
    Math.log(column[t]!);

function rSquared(time: Float64Array, steps: number, came: (t: number) => number, said: (t: number) => number): number {
  const [before, after]: [number[], (readonly [number, number])[]] = [[], []];
  for (let t = 0; t + steps < time.length; t += SCORED) {
    const [y, x] = [came(t), said(t)];
    if (!Number.isFinite(y) || !Number.isFinite(x)) continue;
    if (time[t + steps]! < LEARNT) before.push(y - x);
    else if (time[t]! >= CUT && time[t + steps]! < END) after.push([y, x]);
  }
  const bias = mean(before);
  const middle = mean(after.map(([y]) => y));
  const missed = after.reduce((sum, [y, x]) => sum + (y - x - bias) ** 2, 0);
  return 1 - missed / after.reduce((sum, [y]) => sum + (y - middle) ** 2, 0);
}

// ------------------------------------------------------------------------------- both kinds of model, as served

function trained(config: TrainingConfig, series: readonly Series[]): NowcastModel {
  const [market, ...coins] = series;
  const artifact = trainNowcast(rowsOf(market!.bars), {
    modelVersion: `evidence/${config.version}`,
    to: LEARNT,
    config: { ...config, ...REDUCED },
    panel: { coins: coins.map(({ bars }) => rowsOf(bars)), names: coins.map(({ name }) => name) },
  });
  const loaded = loadModel(artifactText(artifact));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  for (const horizon of ['h4', 'h24'] as const) {
    const { regimes } = artifact.heads[horizon];
    if (regimes === undefined) continue;
    const { mean: middle, low, high, used } = regimes;
    console.log(
      `regimes in the ${horizon} head: ${middle.toFixed(4)} (${low.toFixed(4)} … ${high.toFixed(4)}), used: ${used}`,
    );
  }
  return loaded.value;
}

interface Scored {
  readonly time: number;
  /** Log loss of the buckets of volatility, by horizon; NaN where nothing was said or nothing came. */
  readonly loss: Readonly<Record<Horizon, number>>;
  /** Scores at simulated origins: drawdown probability (mapped for the market only), and share below quantiles. */
  readonly day: {
    readonly drawdown: number;
    readonly mapped: number | null;
    readonly below: readonly boolean[];
  } | null;
}

/** Buckets and drawdowns that came after every hour. */
interface Came {
  readonly bucket: (t: number, horizon: Horizon, cuts: readonly number[]) => number;
  readonly fell: (t: number, depth: number) => boolean;
  readonly move: (t: number) => number;
  readonly index: (time: number) => number;
}

function cameOf(bars: Candles): Came {
  const { close, time, missing } = rowsOf(bars);
  const averages = returnVolatility(close.map((price, t) => (missing[t] === 1 ? NaN : price)));
  const move = (t: number, steps: number): number => Math.log(close[t + steps]! / close[t]!);
  return {
    bucket: (t, horizon, cuts) => {
      const steps = HORIZONS[horizon];
      let squares = 0;
      for (let s = t; s < t + steps; s++) squares += move(s, 1) ** 2;
      const ratio = Math.sqrt(squares / steps) / averages.h360[t]!;
      return Number.isNaN(ratio) ? NaN : cuts.filter((cut) => ratio >= cut).length;
    },
    fell: (t, depth) => {
      let [peak, deepest] = [close[t]!, 0];
      for (let s = t + 1; s <= t + 24; s++) {
        peak = Math.max(peak, close[s]!);
        deepest = Math.max(deepest, 1 - close[s]! / peak);
      }
      return deepest > depth;
    },
    move: (t) => 100 * Math.expm1(move(t, 24)),
    index: (at) => (at - time[0]!) / HOUR_MS,
  };
}

function scored(model: NowcastModel, { bars }: Series, came: Came, scope: string): Scored[] {
  const own = modelFor(model, scope);
  const nowcast = createNowcast(own);
  const { heads } = model.artifact;
  const out: Scored[] = [];
  const end = Math.min(END, bars.time[bars.length - 1]!) - 24 * HOUR_MS;
  for (let i = 0; i < bars.length && bars.time[i]! < end; i++) {
    const point = nowcast.next(barAt(bars, i));
    const hour = point.time / HOUR_MS;
    if (point.time < CUT || hour % SCORED !== 0 || point.forecasts === null) continue;
    const t = came.index(point.time);
    const loss = (horizon: Horizon): number =>
      -Math.log(point.forecasts![horizon].volatility?.[came.bucket(t, horizon, heads[horizon].volatilityCuts)] ?? NaN);
    const simulated = hour % SIMULATED === 0 ? nextDay(own, point, scope) : null;
    out.push({
      time: point.time,
      loss: { h4: loss('h4'), h24: loss('h24') },
      day:
        simulated === null
          ? null
          : {
              drawdown: simulated.drawdown.raw,
              mapped: simulated.drawdown.calibrated,
              below: simulated.returnQuantiles.map((quantile) => came.move(t) <= quantile.percent),
            },
    });
  }
  return out;
}

/** The mean of `before − after`, with its interval. */
function advantage(rows: readonly (readonly [time: number, before: number, after: number])[]): string {
  const { mean: middle, low, high } = bootstrapMean(rows.map(([time, a, b]) => ({ time, difference: a - b })));
  return `${middle.toFixed(4)} (${low.toFixed(4)} … ${high.toFixed(4)})`;
}

function compare(series: readonly Series[], first: NowcastModel, second: NowcastModel): void {
  const depth = 0.05;
  series.forEach((one, i) => {
    const scope = i === 0 ? 'market' : one.name;
    const came = cameOf(one.bars);
    const [a, b] = [first, second].map(
      (model) => new Map(scored(model, one, came, scope).map((row) => [row.time, row])),
    );
    const both = [...b!.values()].flatMap((row) => {
      const before = a!.get(row.time);
      return before === undefined ? [] : [[before, row] as const];
    });
    console.log(one.name);
    for (const horizon of ['h4', 'h24'] as const) {
      const rows = both.flatMap(([x, y]) =>
        Number.isNaN(x.loss[horizon] + y.loss[horizon]) ? [] : [[x.time, x.loss[horizon], y.loss[horizon]] as const],
      );
      const [before, after] = [1, 2].map((k) => mean(rows.map((row) => row[k]!)));
      console.log(
        `  buckets ${horizon}: log loss ${before!.toFixed(4)} → ${after!.toFixed(4)}, gained ${advantage(rows)}`,
      );
    }
    const days = both.flatMap(([x, y]) => (x.day === null || y.day === null ? [] : [[x.time, x.day, y.day] as const]));
    const brier = (which: 'drawdown' | 'mapped') =>
      days.flatMap(([time, x, y]) => {
        const outcome = Number(came.fell(came.index(time), depth));
        const [p, q] = [x[which], y[which]];
        return p === null || q === null ? [] : [[time, (p - outcome) ** 2, (q - outcome) ** 2] as const];
      });
    for (const which of ['drawdown', 'mapped'] as const) {
      const rows = brier(which);
      if (rows.length === 0) continue;
      const [before, after] = [1, 2].map((k) => mean(rows.map((row) => row[k]!)));
      console.log(`  Brier, ${which}: ${before!.toFixed(4)} → ${after!.toFixed(4)}, gained ${advantage(rows)}`);
    }
    for (const [k, name] of [
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      const shares = days[0]![k].below.map((_, q) => percent(mean(days.map((row) => Number(row[k].below[q])))));
      console.log(`  outcomes below 1, 5, 25, 50, 75, 95, 99 %, ${name}: ${shares.join(' ')} of ${days.length}`);
    }
  });
}

if (!existsSync(join(data, 'ohlcv_1h'))) {
  console.log(`skipped: there is no folder ${join(data, 'ohlcv_1h')}`);
} else {
  const series = await readSeries();
  const rows = series.map(({ bars }) => rowsOf(bars).har!);
  explained(series, fitHar(rows, { from: -Infinity, to: LEARNT }).own);
  compare(series, trained(TRAINING_V2, series), trained(TRAINING_V3, series));
}
