/** Funding of any interval on one scale. */

const HOURS_A_YEAR = 24 * 365;

/**
 * A rate of an interval as percent of the notional per year, without compounding: eight hours at 0.0008 and one hour at
 * 0.0001 are the same.
 *
 * @param rate fraction of the notional per interval.
 * @param intervalHours hours of the interval, above 0.
 * @returns percent per year; NaN where either is not known.
 * @example
 * annualisedFunding(0.0001, 8); // → 10.95
 */
export function annualisedFunding(rate: number, intervalHours: number): number {
  return intervalHours > 0 ? (rate / intervalHours) * HOURS_A_YEAR * 100 : NaN;
}
