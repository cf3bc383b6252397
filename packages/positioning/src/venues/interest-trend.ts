/** Direction of open interest over a span. */

/** Threshold of the trend. */
export interface InterestTrendConfig {
  readonly version: `interest-trend/${string}`;
  /** Largest change without a direction, percent. */
  readonly flatPct: number;
}

/** Version 1, our own choice; the contract names no threshold. */
export const INTEREST_TREND_V1: InterestTrendConfig = Object.freeze({ version: 'interest-trend/1', flatPct: 5 });

/** Directions of open interest. */
export const INTEREST_TRENDS = ['rising', 'flat', 'falling'] as const;
/** Direction of open interest. */
export type InterestTrend = (typeof INTEREST_TRENDS)[number];

/**
 * Change over the span in percent, and its direction; null when an end is unknown.
 *
 * @param first open interest at the start, any unit.
 * @param last open interest at the end, in the same unit.
 * @param config parameters. @default INTEREST_TREND_V1
 * @example
 * interestTrend(100, 112); // → { changePct: 12, trend: 'rising' }
 * interestTrend(100, 99)?.trend; // → 'flat'
 * interestTrend(NaN, 99); // → null
 */
export function interestTrend(
  first: number,
  last: number,
  { flatPct }: InterestTrendConfig = INTEREST_TREND_V1,
): { readonly changePct: number; readonly trend: InterestTrend } | null {
  if (!(first > 0 && last >= 0)) return null;
  const changePct = ((last - first) / first) * 100;
  return { changePct, trend: changePct > flatPct ? 'rising' : changePct < -flatPct ? 'falling' : 'flat' };
}
