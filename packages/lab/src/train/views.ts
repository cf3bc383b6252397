/** Head inputs at every hour of a history, and the outcomes that followed. */

import { UsageError } from '@barograph/core';
import {
  createHmm,
  filter,
  type Filtered,
  type FlipPath,
  HAR_INPUTS,
  type HarFit,
  type HeadView,
  type Hmm,
  HORIZONS,
  labelProbabilities,
  type Observations,
  predict,
  returnVolatility,
  smooth,
  smoothedLabelProbabilities,
  standardize,
} from '@barograph/nowcast';
import { directionBucket, volatilityOf } from '@barograph/nowcast/parts';
import { publish, type Model } from './evaluate.ts';

/** The part of a history that heads, baselines and scores need, for any regime model. */
export interface ForecastHistory {
  readonly length: number;
  readonly time: Float64Array;
  /** Published labels; −1 before the first. */
  readonly labels: Int32Array;
  /** Whether an hour has features, a published label and volatilities. */
  readonly ready: (t: number) => boolean;
  /** Inputs of the heads at the close of hour `t`, for `steps` hours ahead. */
  readonly view: (t: number, steps: number) => HeadView;
  /** Standard deviation of the error of the log expected daily volatility; NaN without HAR+. */
  readonly deviation: number;
  /** Probability of the published label. */
  readonly rawConfidence: (t: number) => number;
  /** Volatility of the day over that of the month. */
  readonly volatilityNow: (t: number) => number;
  /** Log return of the next `steps` hours, and the greatest fall from an hour's close to a later one's among them. */
  readonly move: (t: number, steps: number) => number;
  readonly fall: (t: number, steps: number) => number;
  /** Rule that changed the label in hour `t`; null without a change. */
  readonly path: (t: number) => FlipPath | null;
  /** Bucket of the move over the next `steps` hours. */
  readonly direction: (t: number, steps: number) => number;
  /** Realised over expected volatility of the next `steps` hours. */
  readonly volatilityRatio: (t: number, steps: number) => number;
  /** Return of hour `t` over the volatility of the day before it; NaN where either is unknown. */
  readonly residual: (t: number) => number;
}

/** A history as a hidden Markov model saw it. */
export interface History extends ForecastHistory {
  readonly hmm: Hmm;
  /** Filtered probabilities of the latent states. */
  readonly states: (t: number) => Float64Array;
  /** Filter posterior of the first `length` hours, as if history had ended there. */
  readonly filteredUntil: (length: number) => Filtered;
  /** Likeliest label of every hour by a smoother that sees `lag` hours more: research only. */
  readonly hindsight: (lag: number) => Int32Array;
}

/**
 * Runs filter, hysteresis and volatilities over a history from its first hour, as in live operation.
 *
 * @param expects HAR+ fit whose forecasts are inputs of the heads; absent disables them.
 * @throws {UsageError} when a fit is given and the observations lack its rows.
 * @example
 * const rows = observe(hours, model.artifact.features);
 * const history = createHistory({ ...model.artifact, parameters: model.hmm.parameters }, rows);
 * REGIMES[history.labels[1_200]]; // → 'strong_trend_bear'
 * DIRECTIONS[history.direction(1_200, 24)]; // → 'flat'
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the columns of a history and the questions asked of them
export function createHistory(
  { parameters, standardization }: Model,
  observations: Observations,
  expects?: HarFit,
): History {
  const { time, close, missing, length } = observations;
  const columns = standardize(observations.columns, standardization);
  const hmm = createHmm(parameters);
  const filtered = filter(hmm, columns);
  const width = parameters.labels.length;
  const { labels, posterior, paths } = publish(parameters, columns, time);
  const volatility = returnVolatility(close.map((price, t) => (missing[t] === 1 ? NaN : price)));
  const ahead = new Map<number, Float64Array>();
  const aheadOf = (steps: number): Float64Array => {
    const known = ahead.get(steps) ?? labelProbabilities(hmm, predict(hmm, filtered, steps));
    ahead.set(steps, known);
    return known;
  };
  const row = (table: Float64Array, t: number): Float64Array => table.subarray(t * width, (t + 1) * width);
  const states = parameters.states.length;
  const expected = expects === undefined ? undefined : expectedVolatility(observations, expects);
  return {
    hmm,
    length,
    time,
    labels,
    ready: (t) => labels[t]! >= 0 && volatility.h48[t]! > 0 && columns.every((column) => !Number.isNaN(column[t]!)),
    view: (t, steps) => ({
      time: time[t]!,
      features: columns.map((column) => column[t]!),
      posterior: row(posterior, t),
      ahead: row(aheadOf(steps), t),
      label: labels[t]!,
      volatility: {
        h6: volatility.h6[t]!,
        h24: volatility.h24[t]!,
        h48: volatility.h48[t]!,
        h360: volatility.h360[t]!,
        h720: volatility.h720[t]!,
      },
      ...(expected === undefined ? {} : { expected: (steps <= HORIZONS.h4 ? expected.h4 : expected.h24)(t) }),
    }),
    deviation: expects?.h24.deviation ?? NaN,
    rawConfidence: (t) => posterior[t * width + labels[t]!]!,
    states: (t) => filtered.probabilities.subarray(t * states, (t + 1) * states),
    volatilityNow: (t) => volatility.h24[t]! / volatility.h720[t]!,
    move: (t, steps) => Math.log(close[t + steps]! / close[t]!),
    fall: (t, steps) => {
      let [peak, deepest] = [close[t]!, 0];
      for (let s = t + 1; s <= t + steps; s++) {
        peak = Math.max(peak, close[s]!);
        deepest = Math.max(deepest, Math.log(peak / close[s]!));
      }
      return deepest;
    },
    path: (t) => paths[t]!,
    direction: (t, steps) => directionBucket(Math.log(close[t + steps]! / close[t]!), volatility.h48[t]!, steps),
    volatilityRatio: (t, steps) => {
      let squares = 0;
      for (let s = t + 1; s <= t + steps; s++) squares += Math.log(close[s]! / close[s - 1]!) ** 2;
      return Math.sqrt(squares / steps) / volatility.h360[t]!;
    },
    residual: (t) => {
      const sigma = volatility.h24[t - 1]!;
      return missing[t] === 0 && sigma > 0 ? Math.log(close[t]! / close[t - 1]!) / sigma : NaN;
    },
    filteredUntil: (until) => ({
      ...filtered,
      length: until,
      probabilities: filtered.probabilities.slice(0, until * hmm.chain.states),
      logLikelihood: filtered.logLikelihood.slice(0, until),
    }),
    hindsight: (lag) => {
      const smoothed = smoothedLabelProbabilities(hmm, smooth(hmm, filtered, lag));
      return Int32Array.from(time.keys(), (t) => {
        const p = row(smoothed, t);
        return p.indexOf(Math.max(...p));
      });
    },
  };
}

/** Expected volatility per hour by horizon, at the close of an hour. */
function expectedVolatility({ har }: Observations, fit: HarFit) {
  if (har === undefined)
    throw new UsageError('"observations.har" expected rows of HAR+, got none: observe with a config');
  const { h4, h24 } = volatilityOf(fit);
  const width = HAR_INPUTS.length;
  return {
    h4: (t: number): number => h4(har.inputs, t * width),
    h24: (t: number): number => h24(har.inputs, t * width),
  };
}
