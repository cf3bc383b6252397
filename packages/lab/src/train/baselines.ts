/** Baselines for next-regime forecasts, counted on the model's training hours. */

import { quantileSorted } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { Matrix } from 'ml-matrix';
import type { History } from './views.ts';

export const BASELINES = ['marginal', 'markov', 'volatility'] as const;
export type Baseline = (typeof BASELINES)[number];

/** Shares of the training hours below the cuts of the volatility baseline. */
const VOLATILITY_SHARES = [0.1, 0.25, 0.5, 0.75, 0.9];

/** Label probabilities `steps` hours ahead, from what is known at hour `t`. */
export type BaselineForecast = (t: number) => readonly number[];

/**
 * - `marginal`: shares of the published labels.
 * - `markov`: the label published now, and how often which label followed which, `steps` times over.
 * - `volatility`: the bucket that the day's volatility over the month's is in, and the labels that came after it.
 *
 * Every count starts at 1, so that no transition is impossible.
 *
 * @param rows hours to count: those whose outcome `steps` hours later was known in training.
 */
export function fitBaselines(
  history: Pick<History, 'labels' | 'volatilityNow'>,
  rows: readonly number[],
  steps: number,
): Readonly<Record<Baseline, BaselineForecast>> {
  const { labels } = history;
  const ratio = (t: number): number => history.volatilityNow(t);
  const sorted = Float64Array.from(rows, ratio).sort();
  const cuts = VOLATILITY_SHARES.map((share) => quantileSorted(sorted, share));
  const bucket = (t: number): number => cuts.reduce((count, cut) => count + Number(ratio(t) >= cut), 0);

  const ones = (): number[] => REGIMES.map(() => 1);
  const marginal = ones();
  const followed = REGIMES.map(ones);
  const after = Array.from({ length: cuts.length + 1 }, ones);
  for (const t of rows) {
    const now = labels[t]!;
    marginal[now]!++;
    followed[now]![labels[t + 1]!]!++;
    after[bucket(t)]![labels[t + steps]!]!++;
  }
  const shares = normalized(marginal);
  const chain = power(followed.map(normalized), steps);
  const conditional = after.map(normalized);
  return {
    marginal: () => shares,
    markov: (t) => chain[labels[t]!]!,
    volatility: (t) => conditional[bucket(t)]!,
  };
}

function normalized(counts: readonly number[]): number[] {
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.map((count) => count / sum);
}

function power(once: readonly (readonly number[])[], steps: number): readonly (readonly number[])[] {
  const matrix = new Matrix(once.map((row) => [...row]));
  // Not `mpow`: it rounds differently, which would change published figures in their last digits.
  let result = matrix;
  for (let step = 1; step < steps; step++) result = result.mmul(matrix);
  return result.to2DArray();
}
