/**
 * Quality flags: the length of history behind an hour's answer. Flags never refuse, and all that apply are true.
 *
 * History counts from the hour at which the windows began: after more than a day without bars they restart, and earlier
 * data is not in the features.
 */

import { givenColumn, HOUR_MS, integerAtLeast, within } from '@barograph/core';
import { MOST_MISSING } from '../features/gaps.ts';

/** Thresholds of short histories, hours. */
export interface QualityConfig {
  readonly version: `quality/${string}`;
  /** Hours below which a coin is a new listing, is warming up, has too little history. */
  readonly newListingHours: number;
  readonly warmingUpHours: number;
  readonly insufficientHours: number;
  /** Hours from which labels nearly always equal those of a longer history: the longest window is full. */
  readonly settledHours: number;
  /** Window of the check for missing bars, hours, and the share of missing hours that is too large. */
  readonly sparseHours: number;
  readonly sparseShare: number;
}

/**
 * Version 2: a week, thirty, sixty and ninety days; over one hour in twenty of the last week. Version 1 counted from
 * the first hour ever, through every gap, and had no `settled`.
 */
export const QUALITY_V2: QualityConfig = Object.freeze({
  version: 'quality/2',
  newListingHours: 7 * 24,
  warmingUpHours: 30 * 24,
  insufficientHours: 60 * 24,
  settledHours: 90 * 24,
  sparseHours: 7 * 24,
  sparseShare: 0.05,
});

/** Length of the history behind an answer, as flags. */
export interface HistoryQuality {
  /** Hours since the windows began, including the newest, and up to a day without bars. */
  readonly hours: number;
  readonly newListing: boolean;
  readonly warmingUp: boolean;
  readonly insufficientHistory: boolean;
  /** Whether the longest window is full; until then labels may differ from those of a longer history. */
  readonly settled: boolean;
  readonly sparse: boolean;
  /** Whether a regime may be published; otherwise it and its probabilities are null. */
  readonly published: boolean;
  /** Whether a coin's own transitions may be used; otherwise the pooled ones are. */
  readonly ownTransitions: boolean;
}

/**
 * | history | regime | windows | transitions |
 * |---|---|---|---|
 * | < 7 days | none | – | – |
 * | 7 … 30 days | published | what exists | pooled |
 * | 30 … 60 days | published | what exists | mixed |
 * | 60 … 90 days | published | full, ranks among what exists of 90 days | mixed |
 * | ≥ 90 days | published, settled | full | mixed |
 *
 * Sparse hours remove the regime at any age.
 *
 * @param hours hours since the windows began, including the newest (see {@link hoursOfRuns}).
 * @param missing hours without a bar among the last `sparseHours`.
 * @param config parameters. @default QUALITY_V2
 * @throws {UsageError} when a count is invalid.
 * @example
 * const { warmingUp, published, settled } = historyQuality(10 * 24, 0);
 * [warmingUp, published, settled]; // → [ true, true, false ]
 */
export function historyQuality(hours: number, missing: number, config: QualityConfig = QUALITY_V2): HistoryQuality {
  integerAtLeast('hours', hours, 0);
  within('missing', missing, 0, config.sparseHours);
  const newListing = hours < config.newListingHours;
  const warmingUp = hours < config.warmingUpHours;
  const sparse = missing > config.sparseShare * config.sparseHours;
  return {
    hours,
    newListing,
    warmingUp,
    insufficientHistory: hours < config.insufficientHours,
    settled: hours >= config.settledHours,
    sparse,
    published: !newListing && !sparse,
    ownTransitions: !warmingUp,
  };
}

/**
 * Counts the hours since the windows began, for every bar: they begin with the first bar, and again after more than a
 * day without bars.
 *
 * @param time opens of hourly bars, epoch ms, ascending.
 * @param into column to fill, other memory than the times. @default a new one
 * @returns one number of hours per bar, counted from 1 at the first bar of the windows.
 * @throws {UsageError} when the column has another length.
 * @example
 * hoursOfRuns(Float64Array.of(0, HOUR_MS, 2 * HOUR_MS, 40 * HOUR_MS)); // → Float64Array(4) [ 1, 2, 3, 1 ]
 */
export function hoursOfRuns(time: Float64Array, into?: Float64Array): Float64Array {
  const hours = givenColumn('into', time.length, into);
  let start = time[0] ?? 0;
  time.forEach((open, i) => {
    if (i > 0 && open - time[i - 1]! > (MOST_MISSING + 1) * HOUR_MS) start = open;
    hours[i] = (open - start) / HOUR_MS + 1;
  });
  return hours;
}
