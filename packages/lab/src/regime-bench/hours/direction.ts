/** Directional position: fully invested after labels with rising training returns, otherwise in cash. */

import type { Candles } from '@barograph/core';
import { meansByLabel } from '../metrics/forecasts.ts';

/** Log return of the `horizon` hours after each hour; NaN where the series ends before them. */
function returnsAfter({ close, length }: Candles, horizon: number): Float64Array {
  return Float64Array.from({ length }, (_, t) =>
    t + horizon < length ? Math.log(close[t + horizon]! / close[t]!) : NaN,
  );
}

/**
 * Weight of each test hour: 1 when the mean training return after its label was above 0, else 0. An unseen label uses the
 * mean of all training hours.
 *
 * @param learnt labels of the training hours.
 * @param labels labels of the test hours.
 * @param training bars of the training hours.
 * @param horizon hours per return.
 */
export function directionWeights(
  learnt: Int8Array,
  labels: Int8Array,
  training: Candles,
  horizon: number,
): Float64Array {
  const mean = meansByLabel(learnt, returnsAfter(training, horizon));
  return Float64Array.from(labels, (label) => Number(mean(label) > 0));
}
