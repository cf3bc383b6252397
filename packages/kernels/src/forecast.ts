/** Labels of filtered rows and their forecasts, a block of rows at a time. */

import type { ForecastLaw, LoadedForecasts } from '@barograph/core';
import { elementaryMachine } from './elementary.ts';
import { BLOCK, fill } from './filter.ts';

const STATES: ReadonlySet<number> = new Set([6, 12]);
const MOST_STATES = 12;
const FEATURES = 8;
const REGIMES = 6;
const INPUTS: number = FEATURES + 3 * REGIMES;
const HORIZONS = 2;

/** Loads the laws of up to two horizons; undefined without kernels, or of a shape that they are not written for. */
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
  const probabilities = to.view('PROBABILITIES', BLOCK * MOST_STATES);
  const features = to.view('FEATURE_ROWS', FEATURES * BLOCK);
  const sums = to.view('LABEL_ROWS', BLOCK * REGIMES);
  const marks = to.view('PUBLISHED', BLOCK);
  const out = to.view('FORECASTS', BLOCK * REGIMES);
  let [from, rows, isThere] = [0, 0, false];
  return {
    labels(filtered, first, count, labels) {
      [from, rows] = [first, count];
      isThere = filtered === probabilities;
      if (!isThere) probabilities.set(filtered.subarray(from * states, (from + rows) * states));
      probabilities.copyWithin(rows * states, (rows - 1) * states, rows * states);
      to.run.labelBlock(rows + (rows % 2), states);
      labels.set(sums.subarray(0, rows * REGIMES));
    },
    forecasts(columns, published, forecasts) {
      const padded = rows + (rows % 2);
      const missing = isThere ? 0 : FEATURES;
      for (let i = 0; i < missing; i++) fill(features, i * BLOCK, columns[i]!, from, rows, padded);
      marks.set(published);
      marks[padded - 1] = published[rows - 1]!;
      return forecasts.every((table, horizon) => {
        if (to.run.forecastBlock(padded, states, horizon, laws[horizon]!.temperature) !== 0) return false;
        table.set(out.subarray(0, rows * REGIMES));
        return true;
      });
    },
  };
}
