/** Scores of a pooled model on one coin, with the coin's own transitions mixed in. */

import { HOUR_MS } from '@barograph/core';
import {
  createHmm,
  expectedTransitions,
  filter,
  type HarFit,
  type Horizon,
  type HorizonHeads,
  HORIZONS,
  type Observations,
  standardize,
} from '@barograph/nowcast';
import type { Model } from './evaluate.ts';
import { origins } from './heads.ts';
import { scoreHeads, type HeadScores } from './score-block.ts';
import { hoursBefore } from './training-rows.ts';
import { createHistory, type History } from './views.ts';

/** A fitted model, with heads fitted on the market. */
export interface CoinModel extends Model {
  readonly heads: Readonly<Record<Horizon, HorizonHeads>>;
  /** HAR+ fits of the panel's coins, in its order; absent without HAR+. */
  readonly coinsHar?: readonly HarFit[];
}

/** Spans that a coin is counted and tested on, epoch ms. */
export interface CoinTestOptions {
  /** The coin's transitions and baselines are counted on hours before this time; epoch ms. */
  readonly trainedTo: number;
  /** Tested: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Hours between scored forecasts. */
  readonly stride: number;
  /** Minimum hours with full features before `trainedTo`. */
  readonly leastHours: number;
  /** The coin's transitions; see `mixTransitions`. */
  readonly transition: readonly (readonly number[])[];
  /** The coin's expected volatility; left out by trainings without. */
  readonly har?: HarFit | undefined;
}

/** Scores of a coin's forecasts. */
export interface CoinScores extends Readonly<Record<Horizon, HeadScores>> {
  /** Tested hours with a published label, and label changes. */
  readonly hours: number;
  readonly flips: number;
  /** The coin's history as the model saw it, until the last outcome of the test. */
  readonly history: History;
}

/**
 * Scores one coin; null when it has too few hours before, or none in the test.
 *
 * @example
 * const { artifact } = model;
 * const coin = observe(hours, artifact.features, { har: HAR_V1 });
 * const span = { trainedTo: hours.time[1_000], from: hours.time[1_100], to: hours.time[1_400] };
 * const { transition } = artifact.hmm;
 * const options = { ...span, stride: 6, leastHours: 500, transition, har: artifact.har!.pooled };
 * scoreCoin({ ...artifact, parameters: artifact.hmm }, coin, options)?.hours; // → 300
 */
export function scoreCoin(model: CoinModel, coin: Observations, options: CoinTestOptions): CoinScores | null {
  const { trainedTo, from, to, stride, leastHours, transition, har } = options;
  const seen = hoursBefore(coin, to + HORIZONS.h24 * HOUR_MS);
  const history = createHistory({ ...model, parameters: { ...model.parameters, transition } }, seen, har);
  const { time, length, ready, path } = history;
  const known = origins(history, -Infinity, trainedTo, HORIZONS.h24).length;
  const hours = Array.from({ length }, (_, t) => t).filter((t) => time[t]! >= from && time[t]! < to && ready(t));
  if (known < leastHours || hours.length === 0) return null;
  const inForce = { history, heads: model.heads, from: -Infinity, to: trainedTo };
  const scored = hours.filter((t) => t % stride === 0);
  return {
    hours: hours.length,
    flips: hours.filter((t) => path(t) !== null).length,
    history,
    h4: scoreHeads(inForce, 'h4', scored),
    h24: scoreHeads(inForce, 'h24', scored),
  };
}

/**
 * Expected transitions of a coin in its hours before a moment.
 * @param before end of the hours, epoch ms.
 *
 * @example
 * const { artifact } = model;
 * const coin = observe(hours, artifact.features);
 * const counts = transitionsBefore({ ...artifact, parameters: artifact.hmm }, coin, hours.time[1_000]);
 * counts.flat().reduce((sum, count) => sum + count, 0).toFixed(1); // → '999.0'
 */
export function transitionsBefore(
  { parameters, standardization }: Model,
  coin: Observations,
  before: number,
): readonly (readonly number[])[] {
  const { length, columns } = hoursBefore(coin, before);
  if (length === 0) return parameters.transition.map((row) => row.map(() => 0));
  const hmm = createHmm(parameters);
  return expectedTransitions(hmm, filter(hmm, standardize(columns, standardization)));
}
