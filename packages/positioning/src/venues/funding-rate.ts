/** Converts funding of any interval to one scale. */

const HOURS_A_YEAR = 24 * 365;

/**
 * Converts a rate to percent of the notional per year, without compounding: eight hours at 0.0008 and one hour at
 * 0.0001 are equal.
 *
 * @param rate rate, fraction of the notional per interval.
 * @param intervalHours length of the interval, hours, above 0.
 * @returns percent per year; NaN when either is unknown.
 * @example
 * annualisedFunding(0.0001, 8); // → 10.95
 */
export function annualisedFunding(rate: number, intervalHours: number): number {
  return intervalHours > 0 ? (rate / intervalHours) * HOURS_A_YEAR * 100 : NaN;
}
