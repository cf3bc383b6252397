/** Turns a series of bars into rows of the autoregression, one an hour, without a break. */

import { type Candles, givenColumn, HOUR_MS, UsageError } from '@barograph/core';
import { logRatio } from '@barograph/volatility';
import { HAR_V1, type HarConfig } from './config.ts';
import { checkHour, fillHarRows } from './har.ts';
import { HAR_INPUTS } from './inputs.ts';
import { namedColumns } from '../named-columns.ts';

/** Inputs and outcomes of a series, one row an hour from the first bar to the last. */
export interface HarSeries {
  readonly config: HarConfig;
  readonly length: number;
  /** Open of every hour, epoch ms. */
  readonly time: Float64Array;
  /** Row by row, one number per name of `HAR_INPUTS`; NaN while undefined and without a bar. */
  readonly inputs: Float64Array;
  /** Range variance of the hour; NaN without a bar. */
  readonly variance: Float64Array;
  /** Log return of the hour; NaN when it or the previous hour has no bar. */
  readonly returns: Float64Array;
  /** Row by row, one number per name of `HAR_DERIVATIVE_INPUTS`; NaN where unknown. Absent without derivatives. */
  readonly derivatives?: Float64Array;
}

/**
 * Computes the rows of a series.
 *
 * @param config parameters. @default HAR_V1
 * @param into columns to fill in place of new ones, as many rows, not those of the bars; a previous result may be
 * reused, and its derivatives stay. @default new ones
 * @throws {UsageError} when the config is invalid, there is no bar, a bar is not on a full hour, or a column has
 * another length.
 * @example
 * const { length, returns } = harSeries(hours);
 * [length, returns[0], returns[1].toFixed(5)]; // → [ 1500, NaN, '-0.00234' ]
 */
export function harSeries(
  bars: Candles,
  config: HarConfig = HAR_V1,
  into?: Pick<HarSeries, 'time' | 'inputs' | 'variance' | 'returns'>,
): HarSeries {
  if (bars.length === 0) throw new UsageError('"bars" expected at least one, got none');
  bars.time.forEach(checkHour);
  const width = HAR_INPUTS.length;
  const first = bars.time[0]!;
  const length = (bars.time[bars.length - 1]! - first) / HOUR_MS + 1;
  const inputs = givenColumn('into.inputs', length * width, into?.inputs).fill(NaN);
  const { time, variance, returns } = namedColumns(['time', 'variance', 'returns'], length, into);
  variance.fill(NaN);
  returns.fill(NaN);
  for (let t = 0; t < length; t++) time[t] = first + t * HOUR_MS;
  const row = (i: number): number => (bars.time[i]! - first) / HOUR_MS;
  fillHarRows(bars, config, inputs, variance, row);
  for (let i = 1; i < bars.length; i++) {
    if (row(i) - row(i - 1) === 1) returns[row(i)] = logRatio(bars.close[i]!, bars.close[i - 1]!);
  }
  return { config, length, time, inputs, variance, returns };
}
