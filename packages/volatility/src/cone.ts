/**
 * Volatility cone: realised volatility of windows of several lengths over the last year, and now.
 *
 * Windows overlap, so neighbours are nearly equal: the quantiles describe a past year, and are not a confidence
 * interval.
 *
 * @source G. Burghardt, M. Lane, How to tell if options are cheap, Journal of Portfolio Management 16, 1990.
 */

import { quantileSorted, shown, UsageError, type Candles } from '@barograph/core';
import { closeToClose } from './close-to-close.ts';

/** Parameters of {@link volatilityCone}. */
export interface VolatilityConeConfig {
  readonly version: `volatility_cone/${string}`;
  /** Lengths of the windows in returns, ascending. */
  readonly windows: readonly number[];
  /** Newest windows of each length to compare. */
  readonly history: number;
  /** Fewest windows for a point. */
  readonly leastHistory: number;
  /** Periods in a year: 365 for days, 8,760 for hours. */
  readonly periodsPerYear: number;
}

/** Five windows of days over a year. */
export const VOLATILITY_CONE_V1: VolatilityConeConfig = Object.freeze({
  version: 'volatility_cone/1',
  windows: Object.freeze([7, 14, 30, 60, 90]),
  history: 365,
  leastHistory: 30,
  periodsPerYear: 365,
});

/** One length of windows; volatilities in percent a year, close to close. */
export interface ConePoint {
  /** Returns in the window. */
  readonly window: number;
  readonly p5: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p95: number;
  /** Volatility of the newest window; NaN when it lacks bars. */
  readonly last: number;
  /** Number of windows compared. */
  readonly count: number;
}

/** Largest span of a window in multiples of its length, missing bars included. */
const SLACK = 1.1;

/**
 * Computes the cone at the last bar.
 *
 * @param bars daily bars, oldest first.
 * @param config parameters. @default VOLATILITY_CONE_V1
 * @returns a point for each length with `leastHistory` windows; an empty list for too few bars.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const [shortest] = volatilityCone(bars);
 * [shortest?.window, shortest?.median.toFixed(1), shortest?.last.toFixed(1)]; // → [ 7, '1.4', '0.8' ]
 */
export function volatilityCone(bars: Candles, config: VolatilityConeConfig = VOLATILITY_CONE_V1): readonly ConePoint[] {
  const { windows, history, leastHistory, periodsPerYear } = config;
  if (!windows.every((window, i) => Number.isSafeInteger(window) && window > (windows[i - 1] ?? 1))) {
    throw new UsageError(`"windows" expected ascending whole numbers of at least 2, got ${shown(windows)}`);
  }
  if (!(leastHistory >= 1 && history >= leastHistory)) {
    throw new UsageError(`"history" expected at least "leastHistory", which is at least 1, got ${shown(history)}`);
  }
  return windows.flatMap((window): ConePoint[] => {
    const column = closeToClose(bars, { window, periodsPerYear, maxSpan: Math.ceil(SLACK * window) });
    const sorted = column
      .subarray(-history)
      .filter((value) => !Number.isNaN(value))
      .sort();
    if (sorted.length < leastHistory) return [];
    const at = (share: number): number => quantileSorted(sorted, share);
    return [
      {
        window,
        p5: at(0.05),
        p25: at(0.25),
        median: at(0.5),
        p75: at(0.75),
        p95: at(0.95),
        last: column.at(-1)!,
        count: sorted.length,
      },
    ];
  });
}
