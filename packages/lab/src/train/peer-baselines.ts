/** Standard baselines, fitted on the model's training hours and known at forecast time. */

import { quantileSorted } from '@barograph/core';
import { applyLogistic, type LogisticHead, REGIMES, VOLATILITIES } from '@barograph/nowcast';
import { volatilityBucket } from '@barograph/nowcast/parts';
import type { BaselineForecast } from './baselines.ts';
import { HAR_INPUTS, type HarInputs } from './har-inputs.ts';
import { fitLogistic } from './logistic.ts';
import type { ForecastHistory } from './views.ts';

export interface PeerConfig {
  readonly version: `peers/${string}`;
  /** Shares of the training hours below the cuts of the confidence. */
  readonly confidenceShares: readonly number[];
  /** Hours between two origins that a logistic is fitted on. */
  readonly stride: number;
  /** Inverse strength of its penalty: next to none. */
  readonly c: number;
  /** Hours of the last year. */
  readonly year: number;
}

export const PEERS_V1: PeerConfig = Object.freeze({
  version: 'peers/1',
  confidenceShares: Object.freeze([0.2, 0.4, 0.6, 0.8]),
  stride: 4,
  c: 1,
  year: 365 * 24,
});

/**
 * Tables of the labels published `steps` hours later, counted directly instead of by a chain:
 * - `table`: by the label published now.
 * - `tableConfidence`: by that label and the quintile of its confidence.
 *
 * Every count starts at 1, so that nothing is impossible.
 *
 * @param rows hours that may be counted: those whose outcome was known in training.
 */
export function fitTables(
  { labels, rawConfidence }: Pick<ForecastHistory, 'labels' | 'rawConfidence'>,
  rows: readonly number[],
  steps: number,
  { confidenceShares }: PeerConfig = PEERS_V1,
): Readonly<Record<'table' | 'tableConfidence', BaselineForecast>> {
  const sorted = Float64Array.from(rows, rawConfidence).sort();
  const cuts = confidenceShares.map((share) => quantileSorted(sorted, share));
  const fifth = (t: number): number => cuts.reduce((count, cut) => count + Number(rawConfidence(t) >= cut), 0);
  const counts = (): number[][] => REGIMES.map(() => REGIMES.map(() => 1));
  const byLabel = counts();
  const byBoth = Array.from({ length: cuts.length + 1 }, counts);
  for (const t of rows) {
    const [now, then] = [labels[t]!, labels[t + steps]!];
    byLabel[now]![then]!++;
    byBoth[fifth(t)]![now]![then]!++;
  }
  const shares = (row: readonly number[]): readonly number[] => {
    const sum = row.reduce((total, count) => total + count, 0);
    return row.map((count) => count / sum);
  };
  const [table, tables] = [byLabel.map(shares), byBoth.map((part) => part.map(shares))];
  return {
    table: (t) => table[labels[t]!]!,
    tableConfidence: (t) => tables[fifth(t)]![labels[t]!]!,
  };
}

/** Probabilities by the HAR inputs at hour `t`; null without inputs. */
export type HarForecast = (t: number) => readonly number[] | null;

/** Logistic regression of the volatility buckets on the HAR inputs. */
export function fitHarVolatility(
  history: ForecastHistory,
  rows: readonly number[],
  steps: number,
  { har, cuts }: { readonly har: HarInputs; readonly cuts: readonly number[] },
  config: PeerConfig = PEERS_V1,
): HarForecast {
  const bucket = (t: number): number => volatilityBucket(history.volatilityRatio(t, steps), cuts);
  return fitHar(history, rows, { har, classes: VOLATILITIES, classOf: bucket }, config);
}

/** Logistic regression of a fall by more than `depth` of the log price within `steps` hours on the HAR inputs. */
export function fitHarDrawdown(
  history: ForecastHistory,
  rows: readonly number[],
  steps: number,
  { har, depth }: { readonly har: HarInputs; readonly depth: number },
  config: PeerConfig = PEERS_V1,
): (t: number) => number | null {
  const fell = (t: number): number => Number(history.fall(t, steps) > depth);
  const forecast = fitHar(history, rows, { har, classes: ['none', 'drawdown'], classOf: fell }, config);
  return (t) => forecast(t)?.[1] ?? null;
}

function fitHar(
  { time }: ForecastHistory,
  rows: readonly number[],
  {
    har,
    classes,
    classOf,
  }: { readonly har: HarInputs; readonly classes: readonly string[]; readonly classOf: (t: number) => number },
  { stride, c }: PeerConfig,
): HarForecast {
  const known = rows.flatMap((t) => {
    const inputs = t % stride === 0 ? har(time[t]!) : null;
    return inputs === null ? [] : [{ inputs, came: classOf(t) }];
  });
  const head: LogisticHead = fitLogistic(
    known.map(({ inputs }) => inputs),
    known.map(({ came }) => came),
    { classes, inputs: HAR_INPUTS, c },
  );
  return (t) => {
    const inputs = har(time[t]!);
    return inputs === null ? null : applyLogistic(head, inputs);
  };
}

/**
 * Share of the last year's hours followed by a drawdown, among those with an outcome known at hour `t`. Both counts start
 * at 1.
 */
export function lastYearShare(
  { length, ready, fall }: Pick<ForecastHistory, 'length' | 'ready' | 'fall'>,
  steps: number,
  depth: number,
  { year }: PeerConfig = PEERS_V1,
): (t: number) => number {
  // Sums from the first hour on: of the hours, and of those that a drawdown followed.
  const hours = new Float64Array(length + 1);
  const falls = new Float64Array(length + 1);
  for (let t = 0; t < length; t++) {
    const counts = t + steps < length && ready(t);
    hours[t + 1] = hours[t]! + Number(counts);
    falls[t + 1] = falls[t]! + Number(counts && fall(t, steps) > depth);
  }
  return (t) => {
    // The last origin that counts ended with this hour; hours stand without a break.
    const end = Math.max(0, t - steps + 1);
    const start = Math.min(end, Math.max(0, t - year));
    return (falls[end]! - falls[start]! + 1) / (hours[end]! - hours[start]! + 2);
  };
}
