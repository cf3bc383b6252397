/**
 * Second track, on real hours without a known truth: value of labels for a volatility-targeting position and for a
 * long-or-cash position, compared with buy-and-hold and with volatility targeting by an exponential mean of squared returns.
 */

import { deepFreeze, type Candles, sliceCandles, UsageError } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import { ewmaVariance, fitEwma } from '../../risk/rivals/ewma.ts';
import type { Entrant } from '../entrant.ts';
import { ENTRANTS } from '../entrants.ts';
import { meansByLabel, outcomesOf } from '../metrics/forecasts.ts';
import { returnsOf } from '../returns.ts';
import { causalLabels } from '../run.ts';
import { directionWeights } from './direction.ts';
import { overfitting } from './overfitting.ts';
import { deflatedSharpe, sharpe } from './sharpe.ts';
import { dailyReturns, deepestFall, targetError, type TargetRules, targetWeights } from './volatility-target.ts';

/** Numbers of the second track. A changed number is a new version. */
export interface HoursConfig extends TargetRules {
  readonly version: `regime_bench_hours/${string}`;
  /** Share of the hours that entrants are fitted on. */
  readonly trainingShare: number;
  /** Horizon of the expected variance, hours. */
  readonly horizon: number;
  /** Blocks of the probability of backtest overfitting; even. */
  readonly blocks: number;
}

/** Version 1: half of the hours for training, five basis points per trade, leverage up to 2. */
export const REGIME_BENCH_HOURS_V1: HoursConfig = deepFreeze({
  version: 'regime_bench_hours/1',
  trainingShare: 0.5,
  horizon: 24,
  cost: 0.0005,
  mostWeight: 2,
  blocks: 10,
});

/** Version 2: adds directional positions, each counted as a trial. Numbers as in version 1. */
export const REGIME_BENCH_HOURS_V2: HoursConfig = deepFreeze({
  ...REGIME_BENCH_HOURS_V1,
  version: 'regime_bench_hours/2',
});

/** Use of labels in a position: unused, volatility targeting, or long-or-cash. */
export type HoursUse = 'none' | 'volatility' | 'direction';

/** Row of the second table. */
export interface HoursRow {
  readonly name: string;
  readonly use: HoursUse;
  /** Mean distance of volatility from the target, log units; NaN for a directional position, which has no target. */
  readonly error: number;
  /** Annualised Sharpe ratio after costs (365 days). */
  readonly sharpe: number;
  /** Deflated Sharpe ratio: probability that the ratio exceeds the best of all rows without skill. */
  readonly deflated: number;
  /** Deepest fall, as a share of the capital at the start. */
  readonly drawdown: number;
  /** Drawdown of buy-and-hold minus the row's. */
  readonly avoided: number;
}

/** Result of the second track. */
export interface HoursBench {
  readonly config: HoursConfig;
  readonly model: string;
  readonly trainingHours: number;
  readonly testHours: number;
  /** Probability of backtest overfitting of the choice of the best row. */
  readonly overfitting: number;
  readonly rows: readonly HoursRow[];
}

/** Days of a year: the market never closes. */
const DAYS = 365;
/** Hours that both spans need: a month of warm-up, and blocks of some days. */
const LEAST_HOURS = 1_000;

/**
 * Variance that an exponential mean expects after each test hour, fitted on the hours before `cut`.
 *
 * @internal for its test: an hour's variance may not know the next return.
 */
export function ewmaExpected(bars: Candles, cut: number, horizon: number): Float64Array {
  const fit = fitEwma(returnsOf(sliceCandles(bars, 0, cut)));
  // The first bar has no return.
  return ewmaVariance(returnsOf(bars), fit, horizon).subarray(cut - 1);
}

interface HoursOptions {
  readonly model: NowcastModel;
  /** Default: {@link REGIME_BENCH_HOURS_V2}. */
  readonly config?: HoursConfig;
  /** Default: all of {@link ENTRANTS}. */
  readonly entrants?: readonly Entrant[];
  /** Called after every entrant. */
  readonly onStep?: (done: number, total: number) => void;
}

/**
 * Runs the second track on hourly bars.
 *
 * @param bars hourly bars, oldest first; at least 2,000.
 * @throws {UsageError} too few bars for a training and a test span.
 * @throws {QuantError} an entrant whose labels depend on later hours.
 * @throws {FitError} a fit that failed.
 * @example
 * const entrants = ENTRANTS.filter(({ name }) => name === 'one-label');
 * const { rows } = runRegimeBenchHours(months, { model, entrants });
 * rows.map(({ name, use }) => `${name} ${use}`); // → [ 'buy-and-hold none', 'ewma volatility', 'one-label volatility', 'one-label direction' ]
 */
export function runRegimeBenchHours(bars: Candles, options: HoursOptions): HoursBench {
  const { model, config = REGIME_BENCH_HOURS_V2, entrants = ENTRANTS, onStep } = options;
  const cut = Math.floor(config.trainingShare * bars.length);
  if (Math.min(cut, bars.length - cut) < LEAST_HOURS) {
    throw new UsageError(`"bars" expected at least ${LEAST_HOURS} hours to learn from and to test, got ${bars.length}`);
  }
  const [training, test] = [sliceCandles(bars, 0, cut), sliceCandles(bars, cut)];
  const learnt = outcomesOf(training, config.horizon).variance;
  const known = learnt.filter((value) => !Number.isNaN(value));
  const target = known.reduce((sum, value) => sum + value, 0) / known.length;
  const byLabels = entrants.map((entrant, i) => {
    const labels = causalLabels(entrant, bars, cut, { model, seed: config.version });
    onStep?.(i + 1, entrants.length);
    const variance = meansByLabel(labels.subarray(0, cut), learnt);
    const [seen, live] = [labels.subarray(0, cut), labels.subarray(cut)];
    const expected = Float64Array.from(live, variance);
    return { name: entrant.name, expected, direction: directionWeights(seen, live, training, config.horizon) };
  });
  const ewma = ewmaExpected(bars, cut, config.horizon);
  const weighted: readonly { readonly name: string; readonly use: HoursUse; readonly weights: Float64Array }[] = [
    { name: 'buy-and-hold', use: 'none', weights: new Float64Array(test.length).fill(1) },
    ...[{ name: 'ewma', expected: ewma }, ...byLabels].map(({ name, expected }) => ({
      name,
      use: 'volatility' as const,
      weights: targetWeights(expected, target, config),
    })),
    ...byLabels.map(({ name, direction }) => ({ name, use: 'direction' as const, weights: direction })),
  ];
  const returns = weighted.map(({ weights }) => dailyReturns(weights, test.close, config));
  const ratios = returns.map(sharpe);
  const holdingFall = deepestFall(returns[0]!);
  const { variance } = outcomesOf(test, config.horizon);
  return {
    config,
    model: model.artifact.modelVersion,
    trainingHours: cut,
    testHours: test.length,
    overfitting: overfitting(returns, config.blocks),
    rows: weighted.map(({ name, use, weights }, i) => ({
      name,
      use,
      error: use === 'direction' ? NaN : targetError(weights, variance, target),
      sharpe: ratios[i]! * Math.sqrt(DAYS),
      deflated: deflatedSharpe(returns[i]!, ratios),
      drawdown: deepestFall(returns[i]!),
      avoided: holdingFall - deepestFall(returns[i]!),
    })),
  };
}
