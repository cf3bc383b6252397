/** Estimators whose variance is the mean of a term per bar: all except close-to-close and Yang–Zhang. */

import type { Candles } from '@barograph/core';
import type { EstimatorKernel } from './estimator.ts';
import { windowMean, windowMeanSlots } from './window-mean.ts';

/** Writes the term of each row; slot `PREVIOUS_CLOSE` of the state is the close before row 0. */
export type Terms = (bars: Candles, terms: Float64Array, state: Float64Array) => void;

// Bundlers drop an estimator that is not used.
// @__NO_SIDE_EFFECTS__
/** Creates the kernel of an estimator whose variance is the windowed mean of `terms`. */
export function meanVariance(usesPreviousClose: boolean, terms: Terms): EstimatorKernel {
  return {
    usesPreviousClose,
    leastWindow: 1,
    slots: windowMeanSlots,
    advance: (state, at, window, bars, variance) => {
      terms(bars, variance, state);
      windowMean(state, at, window, variance, variance);
    },
  };
}
