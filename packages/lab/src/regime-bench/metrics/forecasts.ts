/** Forecasts of variance and drawdown given a label: the means after the same label in the training span. */

import { type Candles, quantile } from '@barograph/core';
import { qlike } from '../../risk/variance-losses.ts';

/** Outcomes of the hours after each hour; NaN where the series ends before them. */
export interface Outcomes {
  /** Sum of squared log returns. */
  readonly variance: Float64Array;
  /** Largest fall of a close below the close of the hour, as a positive log return; 0 without one. */
  readonly fall: Float64Array;
}

/** Outcomes over the `horizon` hours after each hour. */
export function outcomesOf({ close, length }: Candles, horizon: number): Outcomes {
  const variance = new Float64Array(length).fill(NaN);
  const fall = new Float64Array(length).fill(NaN);
  for (let t = 0; t + horizon < length; t++) {
    let [sum, lowest] = [0, close[t]!];
    for (let s = t + 1; s <= t + horizon; s++) {
      sum += Math.log(close[s]! / close[s - 1]!) ** 2;
      lowest = Math.min(lowest, close[s]!);
    }
    variance[t] = sum;
    fall[t] = Math.log(close[t]! / lowest);
  }
  return { variance, fall };
}

/** Scores of the forecasts given a label, as means over hours. */
export interface ForecastScores {
  /** QLIKE of the variance; 0 is perfect. */
  readonly qlike: number;
  /** Brier score of the drawdown: mean squared error of its probability. */
  readonly brier: number;
}

interface Labelled {
  /** −1 for an hour without a label, which is a group like the others. */
  readonly labels: Int8Array;
  readonly outcomes: Outcomes;
}

/** Means of a column by label, over rows with an outcome. A label without a row has the mean of all. */
export function meansByLabel(labels: Int8Array, values: Float64Array): (label: number) => number {
  const sums = new Map<number, { sum: number; count: number }>();
  const all = { sum: 0, count: 0 };
  values.forEach((value, t) => {
    if (Number.isNaN(value)) return;
    const group = sums.get(labels[t]!) ?? { sum: 0, count: 0 };
    sums.set(labels[t]!, group);
    for (const into of [group, all]) {
      into.sum += value;
      into.count++;
    }
  });
  return (label) => {
    const { sum, count } = sums.get(label) ?? all;
    return sum / count;
  };
}

const mean = (values: Float64Array): number => {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
};

/**
 * Scores means by label of the training span on the hours after it. A drawdown is a fall of more than the quantile that the
 * given share of the training hours exceeded.
 *
 * @param share share of the training hours that count as drawdowns.
 * @source QLIKE: A. J. Patton, Journal of Econometrics 160, 2011. G. W. Brier, Monthly Weather Review 78, 1950.
 */
export function forecastScores(training: Labelled, test: Labelled, share: number): ForecastScores {
  const limit = quantile(
    training.outcomes.fall.filter((value) => !Number.isNaN(value)),
    1 - share,
  );
  const hits = (falls: Float64Array): Float64Array =>
    falls.map((value) => (Number.isNaN(value) ? NaN : Number(value > limit)));
  const variance = meansByLabel(training.labels, training.outcomes.variance);
  const chance = meansByLabel(training.labels, hits(training.outcomes.fall));
  const { labels, outcomes } = test;
  return {
    qlike: mean(outcomes.variance.map((value, t) => qlike(value, variance(labels[t]!)))),
    brier: mean(hits(outcomes.fall).map((hit, t) => (hit - chance(labels[t]!)) ** 2)),
  };
}
