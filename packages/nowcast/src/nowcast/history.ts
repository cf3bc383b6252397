/** The nowcast of a whole history in one call: column by column what a stream says bar by bar, to the bit. */

import { type Candles, HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { observe } from '../features/observe.ts';
import { standardize } from '../features/standardize.ts';
import { HORIZONS, type Horizon } from '../heads/horizon-heads.ts';
import { returnVolatility } from '../heads/return-volatility.ts';
import { filter } from '../hmm/filter.ts';
import { labelProbabilities, predict } from '../hmm/predict.ts';
import { hysteresis, type HysteresisState } from '../hysteresis/hysteresis.ts';
import { REGIMES } from '../regimes.ts';
import { nextRegimeOf } from './point.ts';

/** One row per bar. */
export interface NowcastHistory {
  readonly length: number;
  readonly time: Float64Array;
  /** Id of the published label; −1 while warming. */
  readonly label: Int8Array;
  readonly rawConfidence: Float64Array;
  readonly confidence: Float64Array;
  /** Six probabilities a row; NaN while warming. */
  readonly now: Float64Array;
  readonly h4: Float64Array;
  readonly h24: Float64Array;
}

/**
 * @param bars hourly bars, oldest first.
 * @throws {UsageError} a bar that is not on a full hour.
 */
export function nowcastHistory(model: NowcastModel, bars: Candles): NowcastHistory {
  const { artifact, hmm } = model;
  const width = REGIMES.length;
  const { length } = bars;
  const observations = observe(bars, artifact.features);
  const columns = standardize(observations.columns, artifact.standardization);
  const filtered = filter(hmm, columns);
  const posterior = labelProbabilities(hmm, filtered);
  const ahead = {
    h4: labelProbabilities(hmm, predict(hmm, filtered, HORIZONS.h4)),
    h24: labelProbabilities(hmm, predict(hmm, filtered, HORIZONS.h24)),
  };
  const { close, missing } = observations;
  const volatility = returnVolatility(close.map((price, t) => (missing[t] === 1 ? NaN : price)));
  const machine = hysteresis(artifact.hysteresis);
  let state: HysteresisState = machine.initial;

  const table = (): Float64Array => new Float64Array(length * width).fill(NaN);
  const history = {
    length,
    time: bars.time.slice(),
    label: new Int8Array(length).fill(-1),
    rawConfidence: new Float64Array(length).fill(NaN),
    confidence: new Float64Array(length).fill(NaN),
    now: table(),
    h4: table(),
    h24: table(),
  };
  for (let i = 0; i < length; i++) {
    const time = bars.time[i]!;
    const t = (time - bars.time[0]!) / HOUR_MS;
    const features = columns.map((column) => column[t]!);
    if (features.every(Number.isNaN)) continue;
    const row = (of: Float64Array): Float64Array => of.subarray(t * width, (t + 1) * width);
    const q = row(posterior);
    const step = machine.step(state, { time, posterior: q });
    state = step.state;
    const { label } = step.output;
    history.label[i] = label;
    history.rawConfidence[i] = q[label]!;
    history.confidence[i] = model.calibrate(q[label]!);
    history.now.set(q, i * width);
    const now = {
      h6: volatility.h6[t]!,
      h24: volatility.h24[t]!,
      h48: volatility.h48[t]!,
      h360: volatility.h360[t]!,
      h720: volatility.h720[t]!,
    };
    for (const horizon of ['h4', 'h24'] as const satisfies readonly Horizon[]) {
      const view = { time, features, posterior: q, ahead: row(ahead[horizon]), label, volatility: now };
      history[horizon].set(nextRegimeOf(model, horizon, view).nextRegime, i * width);
    }
  }
  return history;
}
