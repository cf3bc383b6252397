/** The nowcast of a whole history in one call: by columns, equal to the bit to a stream over the same bars. */

import { type Candles, HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { observe } from '../features/observe.ts';
import { standardize } from '../features/standardize.ts';
import { HORIZONS } from '../heads/horizon-heads.ts';
import { fillAhead, fillKnown, NEXT_REGIME_INPUTS } from '../heads/inputs.ts';
import { filter } from '../hmm/filter.ts';
import { fillLabels, labelsAhead } from '../hmm/predict.ts';
import { hysteresis, type HysteresisState } from '../hysteresis/hysteresis.ts';
import { REGIMES } from '../regimes.ts';

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

/** Rows between two breaths of {@link nowcastHistorySteps}. */
const SLICE = 2_000;

/**
 * @param bars hourly bars, oldest first.
 * @throws {UsageError} a bar that is not on a full hour.
 * @example
 * const { label, confidence } = nowcastHistory(model, hours);
 * [label[166], REGIMES[label[1_499]], confidence[1_499].toFixed(2)]; // → [ -1, 'squeeze', '0.99' ]
 */
export function nowcastHistory(model: NowcastModel, bars: Candles): NowcastHistory {
  const steps = nowcastHistorySteps(model, bars);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * {@link nowcastHistory} with breaks: it yields between its parts and every 2,000 rows, so that a
 * server can answer other requests in between. The features of all bars are one part, and the longest.
 *
 * @example
 * const steps = nowcastHistorySteps(model, hours);
 * let step = steps.next();
 * while (!step.done) step = steps.next(); // a server lets other requests through here
 * step.value.length; // → 1500
 */
export function* nowcastHistorySteps(model: NowcastModel, bars: Candles): Generator<undefined, NowcastHistory> {
  const { artifact, hmm } = model;
  const width = REGIMES.length;
  const { length } = bars;
  const observations = observe(bars, artifact.features, { gaps: artifact.gaps });
  yield;
  const columns = standardize(observations.columns, artifact.standardization);
  yield;
  const filtered = filter(hmm, columns);
  yield;
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
  // One row at a time passes through the same memory: nothing of it is kept.
  const { h4, h24 } = model.heads;
  const ahead = { h4: labelsAhead(hmm, HORIZONS.h4), h24: labelsAhead(hmm, HORIZONS.h24) };
  const features = new Float64Array(columns.length);
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);
  const posterior = new Float64Array(width);
  const { states } = hmm.chain;
  const first = bars.time[0] ?? 0;
  for (let i = 0; i < length; i++) {
    if (i % SLICE === 0) yield;
    const time = bars.time[i]!;
    const t = (time - first) / HOUR_MS;
    let known = 0;
    for (let feature = 0; feature < features.length; feature++) {
      const value = columns[feature]![t]!;
      features[feature] = value;
      known += Number(value === value);
    }
    if (known === 0) continue;
    const at = i * width;
    fillLabels(hmm, filtered.probabilities, t * states, posterior, 0);
    const step = machine.step(state, { time, posterior });
    state = step.state;
    const { label } = step.output;
    const confidence = posterior[label]!;
    history.label[i] = label;
    history.rawConfidence[i] = confidence;
    history.confidence[i] = model.calibrate(confidence);
    history.now.set(posterior, at);
    fillKnown(inputs, features, posterior, 0, label);
    // Where a head lacks an input its place keeps what the chain alone says.
    ahead.h4(filtered.probabilities, t * states, history.h4, at);
    fillAhead(inputs, history.h4, at);
    h4.nextRegime(inputs, history.h4, at);
    ahead.h24(filtered.probabilities, t * states, history.h24, at);
    fillAhead(inputs, history.h24, at);
    h24.nextRegime(inputs, history.h24, at);
  }
  return history;
}
