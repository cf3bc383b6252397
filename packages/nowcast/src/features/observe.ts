/**
 * Turns bars into rows of the model: one row an hour, without a break. Gaps of up to a day are carried through the
 * windows by flat bars, longer ones restart them (see `gaps.ts`). Either way an hour without a bar is a row without
 * features, for which the filter only predicts.
 */

import { applyGapPolicy, givenColumn, HOUR_MS, UsageError, type Candles, type Segment } from '@barograph/core';
import type { HarConfig } from '../har/config.ts';
import { derivativeRows, type DerivativeColumns } from '../har/derivatives.ts';
import { harSeries, type HarSeries } from '../har/series.ts';
import { namedColumns } from '../named-columns.ts';
import { checkFeaturesConfig, FEATURES_V1, type FeaturesConfig } from './config.ts';
import { CHUNK, FEATURES } from './features.ts';
import { afterGap, GAPS_V1, MOST_MISSING, type GapsConfig } from './gaps.ts';
import { advance, createWindows, saved, type FeaturesSnapshot, type Windows } from './windows.ts';

/** One row per hour from the first bar to the last. */
export interface Observations {
  readonly length: number;
  /** Open of every hour, epoch ms. */
  readonly time: Float64Array;
  /** Close of the last bar at or before the hour. */
  readonly close: Float64Array;
  /** 1 for an hour without a bar. */
  readonly missing: Uint8Array;
  /** Columns in the order of `FEATURES`, not standardised; NaN while undefined and without a bar. */
  readonly columns: readonly Float64Array[];
  /** Rows of HAR+ for the same hours; absent unless requested. */
  readonly har?: HarSeries;
}

/** Options of {@link observe} that do not concern the features. */
export interface ObserveOptions {
  /** Windows over gaps. @default `gaps/1` */
  readonly gaps?: GapsConfig | undefined;
  /** Adds the rows of HAR+, for training. @default no rows */
  readonly har?: HarConfig | undefined;
}

/**
 * Computes one row per hour from the first bar to the last, with its features.
 *
 * @param config parameters. @default FEATURES_V1
 * @param into columns to fill in place of new ones, as many rows, not those of the bars; a previous result may be
 * reused. Its `har` is filled as in `harSeries`, and only on request.
 * @throws {UsageError} when a bar is not on a full hour, the config is invalid, or a column has another length.
 * @example
 * const { length, missing, columns } = observe(hours);
 * [length, missing.includes(1), columns.length]; // → [ 1500, false, 8 ]
 */
export function observe(
  bars: Candles,
  config: FeaturesConfig = FEATURES_V1,
  { gaps, har }: ObserveOptions = {},
  into?: Omit<Observations, 'length'>,
): Observations {
  const block = blockColumns();
  const blocks = featureBlocks(bars, config, block, gaps);
  const first = bars.time[0] ?? 0;
  const length = bars.length === 0 ? 0 : (bars.time[bars.length - 1]! - first) / HOUR_MS + 1;
  const columns = FEATURES.map((_, i) => givenColumn(`into.columns[${i}]`, length, into?.columns[i]));
  const { time, close } = namedColumns(['time', 'close'], length, into);
  const missing = givenColumn('into.missing', length, into?.missing, Uint8Array);
  // First the steps that may throw.
  const rows = har === undefined || length === 0 ? {} : { har: harSeries(bars, har, into?.har) };
  for (let i = 0, row = 0; i < length; i++) {
    time[i] = first + i * HOUR_MS;
    close[i] = bars.time[row] === time[i] ? bars.close[row++]! : close[i - 1]!;
    missing[i] = Number(bars.time[row - 1] !== time[i]);
  }
  let at = 0;
  try {
    for (const hours of blocks) {
      columns.forEach((column, i) => column.set(block[i]!.subarray(0, hours), at));
      at += hours;
    }
  } catch (error) {
    // Clears values that an earlier result left in the caller's columns.
    for (const column of columns) column.fill(NaN);
    throw error;
  }
  return { length, time, close, missing, columns, ...rows };
}

/** Allocates the columns of a block of {@link featureBlocks}. */
export const blockColumns = (): Float64Array[] => FEATURES.map(() => new Float64Array(CHUNK));

/**
 * Computes features hour by hour, a block at a time: `CHUNK` hours, or the rest at the end.
 *
 * @param block receives the features of each block in turn, as in {@link Observations}.
 * @returns a generator of the number of hours in each block.
 * @throws {UsageError} at once as {@link observe}; from a block, when a feature is not finite.
 */
export function featureBlocks(
  bars: Candles,
  config: FeaturesConfig,
  block: readonly Float64Array[],
  gaps: GapsConfig = GAPS_V1,
): Generator<number> {
  checkFeaturesConfig(config);
  const { segments } = applyGapPolicy(bars, '1h', 'carry', { maxCarry: MOST_MISSING });
  return blocksOf(segments, config, gaps, block);
}

function* blocksOf(
  segments: readonly Segment[],
  config: FeaturesConfig,
  gaps: GapsConfig,
  block: readonly Float64Array[],
): Generator<number> {
  let windows: Windows | undefined;
  // Time of the previous bar, and hours in the block.
  let time = 0;
  let filled = 0;
  for (const { bars, synthetic } of segments) {
    // Rows before 0 are hours of the gap.
    let from = 0;
    let resume: FeaturesSnapshot | undefined;
    if (windows !== undefined) {
      from = 1 - (bars.time[0]! - time) / HOUR_MS;
      resume = afterGap(saved(windows, config, time), -from, gaps);
    }
    windows = createWindows(config, CHUNK, resume);
    time = bars.time[bars.length - 1]!;
    while (from < bars.length) {
      const rows = Math.min(CHUNK - filled, from < 0 ? -from : bars.length - from);
      if (from >= 0) advance(windows, config, bars, from, rows, block, filled);
      for (const end = from + rows; from < end; from++, filled++) {
        if (synthetic[from] !== 0) for (const column of block) column[filled] = NaN;
      }
      if (filled === CHUNK) {
        yield filled;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield filled;
}

/**
 * Returns the rows with funding and open interest as known at the end of each hour.
 *
 * @param columns one value per hour, in the order of the rows; NaN where unknown.
 * @param into column for the derivatives; that of a previous result may be reused. @default a new one
 * @throws {UsageError} when the rows lack HAR+ or a column has another length.
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
export function observeDerivatives(
  observations: Observations,
  columns: DerivativeColumns,
  into?: Float64Array,
): Observations {
  const { har, length } = observations;
  if (har === undefined)
    throw new UsageError('"observations.har" expected rows of HAR+, got none: observe with a config');
  if (columns.funding.length !== length) {
    throw new UsageError(`"funding" expected ${length} hours, got ${columns.funding.length}`);
  }
  return { ...observations, har: { ...har, derivatives: derivativeRows(columns, undefined, into) } };
}
