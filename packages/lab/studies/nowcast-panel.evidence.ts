/**
 * Whether a panel of perps makes the nowcast better, for Bitcoin and for coins, on hours that no model had learnt from.
 * At each cut a model is fitted on Bitcoin alone and on Bitcoin and all perps together, with panels of several weights,
 * on hours before the cut; tested is the year after it. β is the same for all.
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-panel.evidence.ts [--weights 0,1] [--cuts 2022,2025] [--coins none]`
 */

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeProblem, HOUR_MS } from '@barograph/core';
import { readBars, readBarsFolder } from '@barograph/files';
import {
  COIN_SCOPE_V1,
  HORIZONS,
  mixTransitions,
  observe,
  type Hmm,
  type Horizon,
  type Observations,
  createHmm,
  standardize,
} from '@barograph/nowcast';
import { createEmissionBlock, emit, BLOCK } from '@barograph/nowcast/parts';
import {
  addTallies,
  calibrationError,
  createHistory,
  fitConcentration,
  fitHeads,
  fitRegimes,
  scoreCoin,
  TRAINING_V2,
  transitionsBefore,
  type CoinModel,
  type History,
  type Tally,
} from '../src/index.ts';

const DATA = '../shared/data/ohlcv_1h';
const MARKET = `${DATA}/binance_spot/BTCUSDT.csv.gz`;
const PANEL = `${DATA}/binance_usdm_perp`;

const { values: flags } = parseArgs({
  options: {
    weights: { type: 'string', default: '0,0.5,1,4,all' },
    cuts: { type: 'string', default: '2022,2023,2024,2025' },
    coins: { type: 'string', default: 'all' },
    beta: { type: 'string', default: '0.16' },
    every: { type: 'string', default: '1' },
    iterations: { type: 'string', default: String(TRAINING_V2.maxIterations) },
    mixtures: { type: 'string', default: 'fitted,150,pooled' },
  },
});

/** Hours between learning and testing: the longest window and horizon, and a day. */
const PURGE = 120 * HOUR_MS;
/** Hours between scored forecasts of a coin: neighbours are nearly equal. */
const STRIDE = 6;
const LEAST_HOURS = 60 * 24;

const MIXTURES = ['fitted', '150', 'pooled'] as const;
type Mixture = (typeof MIXTURES)[number];

/** Sums of one variant over cuts. */
interface Sums {
  hours: number;
  flips: number;
  density: number;
  readonly tallies: Map<string, Tally[]>;
}

const createSums = (): Sums => ({ hours: 0, flips: 0, density: 0, tallies: new Map() });

/** Columns of the tables, and the tallies that they are of. */
const SCORES = ['chain', 'direct', 'markov', 'direction', 'volatility'] as const;

function add(sums: Sums, key: string, tally: Tally): void {
  sums.tallies.set(key, [...(sums.tallies.get(key) ?? []), tally]);
}

function addHeads(
  sums: Sums,
  horizon: Horizon,
  { nextRegime, direction, volatility }: NonNullable<ReturnType<typeof scoreCoin>>[Horizon],
): void {
  add(sums, `chain ${horizon}`, nextRegime.chain);
  add(sums, `direct ${horizon}`, nextRegime.direct);
  add(sums, `markov ${horizon}`, nextRegime.markov);
  add(sums, `direction ${horizon}`, direction.model);
  add(sums, `volatility ${horizon}`, volatility.model);
}

/** Log density of each hour's raw features by the mixture that the hour before predicts, untempered; summed. */
function logDensity(
  { parameters, standardization }: CoinModel,
  { history }: { history: History },
  from: number,
  to: number,
  columns: readonly Float64Array[],
): number {
  const { emission } = createHmm({ ...parameters, beta: 1 });
  const { transition } = history.hmm.parameters;
  const block = createEmissionBlock(emission);
  const z = standardize(columns, standardization);
  // From robust units to those of the features.
  const unit = standardization.scale.reduce((sum, scale) => sum + Math.log(scale), 0);
  const { time, length, ready, states } = history;
  let sum = 0;
  for (let start = 0; start < length; start += BLOCK) {
    const rows = Math.min(BLOCK, length - start);
    if (time[start]! >= to || time[start + rows - 1]! < from) continue;
    emit(emission, z, start, rows, block);
    for (let i = 0; i < rows; i++) {
      const t = start + i;
      if (t === 0 || time[t]! < from || time[t]! >= to || !ready(t)) continue;
      const before = states(t - 1);
      let density = 0;
      transition.forEach((row, a) =>
        row.forEach((p, b) => (density += before[a]! * p * block.weights[i * emission.states + b]!)),
      );
      sum += block.shift[i]! + Math.log(density) - unit;
    }
  }
  return sum;
}

function told(name: string, sums: Sums): Record<string, string | number> {
  const cells: Record<string, string | number> = { variant: name, hours: sums.hours };
  for (const horizon of Object.keys(HORIZONS) as Horizon[]) {
    for (const score of SCORES) {
      const tally = addTallies(sums.tallies.get(`${score} ${horizon}`)!);
      cells[`${score} ${horizon}`] = (tally.loss / tally.rows).toFixed(4);
      if (score === 'chain' || score === 'direct')
        cells[`${score} ${horizon} ECE`] = calibrationError(tally).toFixed(3);
    }
  }
  return {
    ...cells,
    flips: ((24 * sums.flips) / sums.hours).toFixed(3),
    density: (sums.density / sums.hours).toFixed(3),
  };
}

async function run(): Promise<void> {
  const market = await readBars(MARKET);
  if (!market.ok) throw new Error(describeProblem(market.error));
  const folder = await readBarsFolder(PANEL);
  if (!folder.ok) throw new Error(describeProblem(folder.error));
  const btc = observe(market.value.candles);
  const coins = folder.value.files.map(({ candles }) => observe(candles));

  const ofMarket = new Map<string, Sums>();
  const ofCoins = new Map<string, Sums>();
  const sumsOf = (map: Map<string, Sums>, name: string): Sums => {
    const known = map.get(name) ?? createSums();
    map.set(name, known);
    return known;
  };

  for (const year of flags.cuts.split(',').map(Number)) {
    const cut = Date.UTC(year, 0);
    const end = Date.UTC(year + 1, 0);
    const trainedTo = cut - PURGE;
    const learnt = coins.filter((_, i) => i % Number(flags.every) === 0);
    for (const weight of flags.weights.split(',')) {
      const began = performance.now();
      const config = { ...TRAINING_V2, beta: Number(flags.beta), maxIterations: Number(flags.iterations) };
      const rowsBefore = (of: Observations): number =>
        Math.max(0, of.time.filter((time) => time < trainedTo).length - config.warmUpBars);
      const all = learnt.reduce((sum, coin) => sum + rowsBefore(coin), 0) / rowsBefore(btc);
      const fit = fitRegimes(btc, {
        version: `evidence/${year}`,
        config: { ...config, panel: { ...config.panel, weight: weight === 'all' ? all : Number(weight) } },
        panel: learnt,
        to: trainedTo,
      });
      const seconds = (performance.now() - began) / 1_000;
      const history = createHistory(fit, btc);
      const span = { from: btc.time[config.warmUpBars - 1]!, to: trainedTo };
      const heads = { h4: fitHeads(history, HORIZONS.h4, span), h24: fitHeads(history, HORIZONS.h24, span) };
      const model: CoinModel = { ...fit, heads };
      const counts = coins.map((coin) => transitionsBefore(model, coin, trainedTo));
      const kappa = fitConcentration(history.hmm, counts);
      console.log(
        `${year} weight ${weight}: ${fit.panel.coins} coins, ${fit.panel.rows} hours beside ${fit.rows}; ${fit.objective.length} steps in ${seconds.toFixed(1)} s; ${fit.checks.anchored} anchored, ${fit.checks.reason ?? 'accepted'}; kappa ${kappa.toFixed(1)}`,
      );
      const own = { trainedTo, from: cut, to: end, leastHours: LEAST_HOURS };
      const scores = scoreCoin(model, btc, { ...own, stride: 1, transition: model.parameters.transition })!;
      const density = logDensity(model, scores, cut, end, btc.columns);
      for (const name of [`${year} ${weight}`, `all ${weight}`]) {
        const sums = sumsOf(ofMarket, name);
        sums.hours += scores.hours;
        sums.flips += scores.flips;
        sums.density += density;
        for (const horizon of Object.keys(HORIZONS) as Horizon[]) addHeads(sums, horizon, scores[horizon]);
      }
      if (flags.coins === 'none') {
        print(ofMarket, ofCoins, `${year} ${weight} `);
        continue;
      }
      for (const mixture of MIXTURES.filter((one) => flags.mixtures.split(',').includes(one))) {
        for (const [i, coin] of coins.entries()) {
          const scored = scoreCoin(model, coin, {
            ...own,
            stride: STRIDE,
            transition: transitionOf(history.hmm, counts[i]!, mixture, kappa),
          });
          if (scored === null) continue;
          const dense = logDensity(model, scored, cut, end, coin.columns);
          for (const name of [`${year} ${weight} ${mixture}`, `all ${weight} ${mixture}`]) {
            const sums = sumsOf(ofCoins, name);
            sums.hours += scored.hours;
            sums.flips += scored.flips;
            sums.density += dense;
            for (const horizon of Object.keys(HORIZONS) as Horizon[]) addHeads(sums, horizon, scored[horizon]);
          }
        }
      }
      print(ofMarket, ofCoins, `${year} ${weight} `);
    }
  }
  print(ofMarket, ofCoins, 'all ');
}

function transitionOf(
  pooled: Hmm,
  counts: readonly (readonly number[])[],
  mixture: Mixture,
  fitted: number,
): readonly (readonly number[])[] {
  if (mixture === 'pooled') return pooled.parameters.transition;
  const concentration = mixture === '150' ? COIN_SCOPE_V1.concentration : fitted;
  return mixTransitions(pooled, counts, { version: 'coin_scope/evidence', concentration }).transition;
}

function print(market: ReadonlyMap<string, Sums>, coins: ReadonlyMap<string, Sums>, prefix: string): void {
  for (const [title, map] of [
    ['Bitcoin', market],
    ['coins', coins],
  ] as const) {
    const rows = [...map].filter(([name]) => `${name} `.startsWith(prefix)).map(([name, sums]) => told(name, sums));
    if (rows.length === 0) continue;
    console.log(`\n${title}`);
    console.log(Object.keys(rows[0]!).join('\t'));
    for (const row of rows) console.log(Object.values(row).join('\t'));
  }
}

if (!existsSync(MARKET) || !existsSync(PANEL)) console.log(`nothing to read: ${DATA} is not there`);
else await run();
