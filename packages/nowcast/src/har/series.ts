/** A series of bars as rows of the autoregression, one an hour, without a break. */

import { type Candles, HOUR_MS, UsageError } from '@barograph/core';
import { logRatio } from '@barograph/volatility';
import { HAR_V1, type HarConfig } from './config.ts';
import { harRows } from './har.ts';
import { HAR_INPUTS } from './inputs.ts';

/** Inputs and outcomes of a series, one row an hour from the first bar to the last. */
export interface HarSeries {
  readonly config: HarConfig;
  readonly length: number;
  /** Epoch ms of the open of every hour. */
  readonly time: Float64Array;
  /** Row by row, one per name of `HAR_INPUTS`; NaN while undefined and where there is no bar. */
  readonly inputs: Float64Array;
  /** Range variance of the hour; NaN where there is no bar. */
  readonly variance: Float64Array;
  /** Log return of the hour; NaN where it or the hour before has no bar. */
  readonly returns: Float64Array;
  /** Row by row, one per name of `HAR_DERIVATIVE_INPUTS`; NaN where one is unknown. Left out without derivatives. */
  readonly derivatives?: Float64Array;
}

/**
 * @throws {UsageError} a bad config, no bar, or a bar that is not on a full hour.
 * @example
 * const { length, returns } = harSeries(hours);
 * [length, returns[0], returns[1].toFixed(5)]; // → [ 1500, NaN, '-0.00234' ]
 */
export function harSeries(bars: Candles, config: HarConfig = HAR_V1): HarSeries {
  if (bars.length === 0) throw new UsageError('"bars" expected at least one, got none');
  const rows = harRows(bars, config);
  const width = HAR_INPUTS.length;
  const first = bars.time[0]!;
  const length = (bars.time[bars.length - 1]! - first) / HOUR_MS + 1;
  const inputs = new Float64Array(length * width).fill(NaN);
  const variance = new Float64Array(length).fill(NaN);
  const returns = new Float64Array(length).fill(NaN);
  for (let i = 0; i < bars.length; i++) {
    const t = (bars.time[i]! - first) / HOUR_MS;
    inputs.set(rows.inputs.subarray(i * width, (i + 1) * width), t * width);
    variance[t] = rows.variance[i]!;
    if (i > 0 && bars.time[i]! - bars.time[i - 1]! === HOUR_MS) {
      returns[t] = logRatio(bars.close[i]!, bars.close[i - 1]!);
    }
  }
  return {
    config,
    length,
    time: Float64Array.from({ length }, (_, t) => first + t * HOUR_MS),
    inputs,
    variance,
    returns,
  };
}
