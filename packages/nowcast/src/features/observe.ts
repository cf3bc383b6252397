/**
 * Bars as rows of the model: one row an hour, without a break. Gaps of up to a day are carried through the windows by
 * flat bars, longer ones start the windows anew (see `gaps.ts`); either way an hour without a bar is a row without features, through
 * which the filter only predicts.
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
 * One row per hour from the first bar to the last, with its features.
 *
 * @param into columns to fill in place of new ones, of as many rows, none of the bars: an earlier answer will do; its `har`
 * is filled as `harSeries` does, and left alone where it is not asked for.
 * @throws {UsageError} a bar that is not on a full hour, a bad config, or columns of another length.
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
  // First what may still be refused.
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
    // No part of an answer, nor what an earlier one left in columns of the caller.
    for (const column of columns) column.fill(NaN);
    throw error;
  }
  return { length, time, close, missing, columns, ...rows };
}

/** Columns of a block of {@link featureBlocks}. */
export const blockColumns = (): Float64Array[] => FEATURES.map(() => new Float64Array(CHUNK));

/**
 * Features hour by hour, a block at a time: `CHUNK` hours, or what is left at the end.
 *
 * @param block takes the features of each block in turn, as {@link Observations} has them.
 * @returns hours of each block, as far as it was asked for.
 * @throws {UsageError} at once as {@link observe} does; from a block, a feature that is not finite.
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
  // Time of the bar before, and hours in the block.
  let time = 0;
  let held = 0;
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
      const rows = Math.min(CHUNK - held, from < 0 ? -from : bars.length - from);
      if (from >= 0) advance(windows, config, bars, from, rows, block, held);
      for (const end = from + rows; from < end; from++, held++) {
        if (synthetic[from] !== 0) for (const column of block) column[held] = NaN;
      }
      if (held === CHUNK) {
        yield held;
        held = 0;
      }
    }
  }
  if (held > 0) yield held;
}

/**
 * The same rows with the funding and open interest that were known at the end of each hour.
 *
 * @param columns an hour each, in the order of the rows; NaN where unknown.
 * @param into column to fill in place of new derivatives, of as many numbers: those of an earlier answer will do.
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
