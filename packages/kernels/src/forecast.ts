/** Labels of filtered rows and their forecasts, a block of rows at a time. */

import type { ForecastLaw, LoadedForecasts } from '@barograph/core';
import { elementaryMachine } from './elementary.ts';
import { BLOCK, featureView, fill, probabilityView, STRIDE } from './filter.ts';
import type { Machine } from './machine.ts';

const STATES: ReadonlySet<number> = new Set([6, 12]);
const MOST_STATES = 12;
const FEATURES = 8;
const REGIMES = 6;
const INPUTS: number = FEATURES + 3 * REGIMES;
const HORIZONS = 2;

/** Loads the models of up to two horizons; undefined without kernels, or for an unsupported shape. */
export function loadForecasts(labelOf: Int32Array, laws: readonly ForecastLaw[]): LoadedForecasts | undefined {
  const states = labelOf.length;
  const known =
    STATES.has(states) &&
    laws.length <= HORIZONS &&
    laws.every(({ middles, intercepts }) => middles.length === INPUTS && intercepts.length === REGIMES);
  const to = known ? elementaryMachine() : undefined;
  if (to === undefined) return undefined;
  to.view('LABEL_OF', MOST_STATES).set(labelOf);
  laws.forEach(({ power, middles, scales, weights, intercepts }, horizon) => {
    to.view('POWERS', HORIZONS * MOST_STATES ** 2).set(power, horizon * MOST_STATES ** 2);
    to.view('CENTRES_OF_INPUTS', HORIZONS * INPUTS).set(middles, horizon * INPUTS);
    to.view('SCALES_OF_INPUTS', HORIZONS * INPUTS).set(scales, horizon * INPUTS);
    to.view('HEAD_WEIGHTS', HORIZONS * INPUTS * REGIMES).set(weights, horizon * INPUTS * REGIMES);
    to.view('INTERCEPTS', HORIZONS * REGIMES).set(intercepts, horizon * REGIMES);
  });
  const loaded: Loaded = {
    to,
    states,
    laws,
    probabilities: probabilityView(to),
    features: featureView(to),
    sums: to.view('LABEL_ROWS', BLOCK * REGIMES),
    marks: to.view('PUBLISHED', BLOCK),
    out: to.view('FORECASTS', BLOCK * REGIMES),
    from: 0,
    rows: 0,
    isThere: false,
  };
  return {
    labels: (filtered, from, rows, labels) => fillLabels(loaded, filtered, from, rows, labels),
    forecasts: (columns, published, forecasts) => fillForecasts(loaded, columns, published, forecasts),
  };
}

/** Models in the module, the views of inputs and outputs, and the current rows. */
interface Loaded {
  readonly to: Machine;
  readonly states: number;
  readonly laws: readonly ForecastLaw[];
  readonly probabilities: Float64Array;
  readonly features: Float64Array;
  readonly sums: Float64Array;
  readonly marks: Float64Array;
  readonly out: Float64Array;
  from: number;
  rows: number;
  /** Whether a kernel filtered the rows: probabilities and features are then already in the module. */
  isThere: boolean;
}

function fillLabels(loaded: Loaded, filtered: Float64Array, from: number, rows: number, labels: Float64Array): void {
  const { to, states, probabilities, sums } = loaded;
  loaded.from = from;
  loaded.rows = rows;
  loaded.isThere = filtered === probabilities;
  if (!loaded.isThere) probabilities.set(filtered.subarray(from * states, (from + rows) * states));
  probabilities.copyWithin(rows * states, (rows - 1) * states, rows * states);
  to.run.labelBlock(rows + (rows % 2), states);
  labels.set(sums.subarray(0, rows * REGIMES));
}

function fillForecasts(
  { to, states, laws, features, marks, out, from, rows, isThere }: Loaded,
  columns: readonly Float64Array[],
  published: Int8Array,
  forecasts: readonly Float64Array[],
): boolean {
  const padded = rows + (rows % 2);
  const missing = isThere ? 0 : FEATURES;
  for (let i = 0; i < missing; i++) fill(features, i * STRIDE, columns[i]!, from, rows, padded);
  marks.set(published);
  marks[padded - 1] = published[rows - 1]!;
  for (let horizon = 0; horizon < forecasts.length; horizon++) {
    if (to.run.forecastBlock(padded, states, horizon, laws[horizon]!.temperature) !== 0) return false;
    forecasts[horizon]!.set(out.subarray(0, rows * REGIMES));
  }
  return true;
}
