/**
 * Bars as rows of the model: one row an hour, without a break. Gaps of up to a day are carried through the windows by
 * flat bars, longer ones start the windows anew (see `gaps.ts`); either way an hour without a bar is a row without features, through
 * which the filter only predicts.
 */

import { applyGapPolicy, HOUR_MS, UsageError, type Candles } from '@barograph/core';
import type { HarConfig } from '../har/config.ts';
import { derivativeRows, type DerivativeColumns } from '../har/derivatives.ts';
import { harSeries, type HarSeries } from '../har/series.ts';
import { checkFeaturesConfig, FEATURES_V1, type FeaturesConfig } from './config.ts';
import { FEATURES, fillFeatures } from './features.ts';
import type { FeaturesSnapshot } from './windows.ts';
import { afterGap, GAPS_V1, MOST_MISSING, type GapsConfig } from './gaps.ts';

/** One row per hour from the first bar to the last. */
export interface Observations {
  readonly length: number;
  /** Epoch ms of the open of every hour. */
  readonly time: Float64Array;
  /** Of the last bar at or before the hour. */
  readonly close: Float64Array;
  /** 1 where the hour has no bar. */
  readonly missing: Uint8Array;
  /** In the order of `FEATURES`, not standardised; NaN while undefined and where there is no bar. */
  readonly columns: readonly Float64Array[];
  /** Rows of HAR+ of the same hours; left out where they were not asked for. */
  readonly har?: HarSeries;
}

/** Choices of {@link observe} that are not of the features. */
export interface ObserveOptions {
  /** Windows over gaps; `gaps/1` when left out. */
  readonly gaps?: GapsConfig | undefined;
  /** Adds the rows of HAR+, for training. */
  readonly har?: HarConfig | undefined;
}

/**
 * @throws {UsageError} a bar that is not on a full hour, or a bad config.
 * @example
 * const { length, missing, columns } = observe(hours);
 * [length, missing.includes(1), columns.length]; // → [ 1500, false, 8 ]
 */
export function observe(
  bars: Candles,
  config: FeaturesConfig = FEATURES_V1,
  { gaps = GAPS_V1, har }: ObserveOptions = {},
): Observations {
  checkFeaturesConfig(config);
  const { segments } = applyGapPolicy(bars, '1h', 'carry', { maxCarry: MOST_MISSING });
  const first = bars.time[0] ?? 0;
  const length = bars.length === 0 ? 0 : (bars.time[bars.length - 1]! - first) / HOUR_MS + 1;
  const time = new Float64Array(length);
  for (let i = 0; i < length; i++) time[i] = first + i * HOUR_MS;
  const close = new Float64Array(length);
  const missing = new Uint8Array(length).fill(1);
  const columns = FEATURES.map(() => new Float64Array(length).fill(NaN));
  let before: FeaturesSnapshot | undefined;
  for (const { bars: run, synthetic } of segments) {
    const at = (run.time[0]! - first) / HOUR_MS;
    const skipped = before === undefined ? 0 : (run.time[0]! - before.time!) / HOUR_MS - 1;
    const resume = before === undefined ? undefined : afterGap(before, skipped, gaps);
    before = fillFeatures(run, config, resume, columns, at);
    missing.set(synthetic, at);
    close.set(run.close, at);
  }
  for (let i = 0; i < length; i++) {
    if (missing[i] === 0) continue;
    if (close[i] === 0) close[i] = close[i - 1]!;
    for (const column of columns) column[i] = NaN;
  }
  const rows = har === undefined || length === 0 ? {} : { har: harSeries(bars, har) };
  return { length, time, close, missing, columns, ...rows };
}

/**
 * The same rows with the funding and open interest that were known at the end of each hour.
 *
 * @param columns an hour each, in the order of the rows; NaN where unknown.
 * @throws {UsageError} rows without HAR+, or columns of another length.
 * @example
 * const observations = observe(hours, FEATURES_V2, { har: HAR_V1 });
 * const funding = Float64Array.from(observations.time, (_, i) => (i % 8 === 0 ? 1e-5 : NaN)); // of `hourlyFunding`
 * const openInterest = Float64Array.from(observations.time, (_, i) => 1_000 + i); // of `hourlyLevels`
 * const { derivatives } = observeDerivatives(observations, { funding, openInterest }).har!;
 * derivatives!.length / observations.length; // → 5
 * Number.isNaN(derivatives![5 * 80]); // → true
 * // half of the week before hour 80 is not known yet
 * Array.from(derivatives!.subarray(5 * 1_000, 5 * 1_001), (x) => x.toFixed(3)); // → [ '0.084', '0.000', '0.012', '0.000', '0.043' ]
 */
export function observeDerivatives(observations: Observations, columns: DerivativeColumns): Observations {
  const { har, length } = observations;
  if (har === undefined)
    throw new UsageError('"observations.har" expected rows of HAR+, got none: observe with a config');
  if (columns.funding.length !== length) {
    throw new UsageError(`"funding" expected ${length} hours, got ${columns.funding.length}`);
  }
  return { ...observations, har: { ...har, derivatives: derivativeRows(columns) } };
}
