/** The run of the benchmark: every entrant on every market, fitted on its first hours and scored on those after them. */

import {
  barAt,
  candleColumns,
  CANDLE_COLUMNS,
  type Candles,
  QuantError,
  sliceCandles,
  unsafeCandles,
} from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import { checkBenchConfig, REGIME_BENCH_V2, type RegimeBenchConfig } from './config.ts';
import { type Entrant, type FitContext, type LabelStream, NO_LABEL } from './entrant.ts';
import { ENTRANTS } from './entrants.ts';
import { GENERATORS } from './generators.ts';
import { type BenchMarket, checkMarket, type MarketGenerator } from './market.ts';
import { adjustedRand } from './metrics/adjusted-rand.ts';
import { balancedAccuracy, bestMatching, confusion, mergedMatching } from './metrics/confusion.ts';
import { detection } from './metrics/episodes.ts';
import { forecastScores, outcomesOf } from './metrics/forecasts.ts';
import { meanScores, type BenchScores } from './scores.ts';

/** Row of the table. */
export interface BenchRow extends BenchScores {
  readonly generator: string;
  readonly entrant: string;
  /** Scores of each seed, in the order of the config; the row itself has their means. */
  readonly bySeed: readonly BenchScores[];
}

/** Result of a run. */
export interface RegimeBench {
  readonly config: RegimeBenchConfig;
  /** Version of the model behind the nowcast. */
  readonly model: string;
  readonly rows: readonly BenchRow[];
  /** CPU seconds of each row's fits and labels, in the order of the rows; null without a clock. Never the same twice. */
  readonly cpuSeconds: readonly number[] | null;
}

/** Settings of a run. */
export interface RegimeBenchOptions {
  /** The shipped model. */
  readonly model: NowcastModel;
  /** Default: {@link REGIME_BENCH_V2}. */
  readonly config?: RegimeBenchConfig;
  /** Default: all of {@link ENTRANTS}. */
  readonly entrants?: readonly Entrant[];
  /** Default: all of {@link GENERATORS}. */
  readonly generators?: readonly MarketGenerator[];
  /** Returns the CPU seconds of the process so far. @default times are NaN */
  readonly cpuSeconds?: () => number;
  /** Called after every entrant on every market. */
  readonly onStep?: (done: number, total: number) => void;
}

/** Bars in memory of their own: views would let an entrant read the hours after them. */
function copyOf(bars: Candles, from: number, to: number): Candles {
  const columns = candleColumns(to - from);
  for (const name of CANDLE_COLUMNS) columns[name].set(bars[name].subarray(from, to));
  return unsafeCandles(columns);
}

/** Labels of a history, hour by hour. */
function labelsOf({ next }: LabelStream, bars: Candles): Int8Array {
  return Int8Array.from({ length: bars.length }, (_, t) => next(barAt(bars, t)));
}

/** Labels of all hours after a fit on the first ones. */
function labelsAfter(entrant: Entrant, bars: Candles, trainingHours: number, context: FitContext): Int8Array {
  return labelsOf(entrant.fit(copyOf(bars, 0, trainingHours), context)(), bars);
}

/** Hours after the training span whose labels a second fit repeats. */
const CHECKED = 200;

/**
 * Labels of all hours after a fit on the first ones, with the proof that they know nothing of later hours: a second fit that
 * is shown the training span and some hours alone gives the same labels.
 *
 * @throws {QuantError} labels that depend on later hours or on an earlier fit.
 */
export function causalLabels(entrant: Entrant, bars: Candles, trainingHours: number, context: FitContext): Int8Array {
  const labels = labelsAfter(entrant, bars, trainingHours, context);
  const prefix = copyOf(bars, 0, Math.min(bars.length, trainingHours + CHECKED));
  const again = labelsAfter(entrant, prefix, trainingHours, context);
  const wrong = again.findIndex((label, t) => label !== labels[t]);
  if (wrong >= 0) {
    throw new QuantError(
      'bad_value',
      `"${entrant.name}" expected the label ${labels[wrong]} at hour ${wrong} without the hours after ${prefix.length}, got ${again[wrong]}`,
    );
  }
  return labels;
}

/** Scores an entrant on one market. @param isProved whether the labels are proved to know nothing of later hours, by another fit. */
function scoresOf(
  entrant: Entrant,
  market: BenchMarket,
  config: RegimeBenchConfig,
  context: FitContext,
  isProved: boolean,
): BenchScores {
  const { bars, truth, labels: truths } = market;
  const { trainingHours, horizon, drawdownShare } = config;
  const all = (isProved ? causalLabels : labelsAfter)(entrant, bars, trainingHours, context);
  const dropped = Math.floor(config.refitWithout * trainingHours);
  const refit = entrant.fit(copyOf(bars, dropped, trainingHours), context)();
  const other = labelsOf(refit, copyOf(bars, dropped, bars.length)).subarray(trainingHours - dropped);
  const part = (from: number, to: number): Parameters<typeof forecastScores>[0] => ({
    labels: all.subarray(from, to),
    outcomes: outcomesOf(sliceCandles(bars, from, to), horizon),
  });
  const [labels, known] = [all.subarray(trainingHours), truth.subarray(trainingHours)];
  const table = confusion(labels, known, entrant.labels, truths.length);
  const learnt = confusion(
    all.subarray(0, trainingHours),
    truth.subarray(0, trainingHours),
    entrant.labels,
    truths.length,
  );
  const merged = mergedMatching(learnt);
  const named = labels.map((label) => (label === NO_LABEL ? NO_LABEL : merged[label]!));
  return {
    balanced: balancedAccuracy(table, bestMatching(table)),
    merged: balancedAccuracy(table, merged),
    rand: adjustedRand(labels, known),
    ...detection(named, known),
    stability: adjustedRand(labels, other),
    ...forecastScores(part(0, trainingHours), part(trainingHours, bars.length), drawdownShare),
  };
}

/**
 * Runs the benchmark. The same options give the same rows to the bit on one version of Node.
 *
 * @throws {UsageError} a bad config, or a market whose truth does not fit its bars.
 * @throws {QuantError} an entrant whose labels depend on later hours.
 * @throws {FitError} a fit that failed.
 * @example
 * const config = { ...REGIME_BENCH_V2, seeds: ['1'], trainingHours: 1_000, testHours: 500 };
 * const entrants = ENTRANTS.filter(({ name }) => name === 'one-label');
 * const { rows } = runRegimeBench({ model, config, entrants });
 * rows.map(({ generator, rand }) => `${generator} ${rand}`); // → [ 'simulator 0', 'ms-garch 0', 'jump-diffusion 0', 'trend-breaks 0' ]
 */
export function runRegimeBench(options: RegimeBenchOptions): RegimeBench {
  const { model, entrants = ENTRANTS, generators = GENERATORS, cpuSeconds, onStep } = options;
  const config = checkBenchConfig(options.config ?? REGIME_BENCH_V2);
  const { seeds, trainingHours, testHours } = config;
  const total = generators.length * entrants.length * seeds.length;
  const rows: BenchRow[] = [];
  const seconds: number[] = [];
  let done = 0;
  for (const generator of generators) {
    const markets = seeds.map((seed) => checkMarket(generator.market(seed, trainingHours + testHours)));
    for (const entrant of entrants) {
      const begun = cpuSeconds?.() ?? NaN;
      const scores = markets.map((market, i) => {
        // One market of each generator proves the rule: a proof costs a fit.
        const score = scoresOf(entrant, market, config, { model, seed: seeds[i]! }, i === 0);
        onStep?.(++done, total);
        return score;
      });
      seconds.push((cpuSeconds?.() ?? NaN) - begun);
      rows.push({ generator: generator.name, entrant: entrant.name, ...meanScores(scores), bySeed: scores });
    }
  }
  const cpu = cpuSeconds === undefined ? null : seconds;
  return { config, model: model.artifact.modelVersion, rows, cpuSeconds: cpu };
}
