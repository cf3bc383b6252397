/**
 * Converts a variance per period to volatility in percent a year: `100·√(periodsPerYear · variance)`.
 *
 * @param variance fraction² per period, ≥ 0.
 * @param periodsPerYear periods in a year: 365 for days of a market that never closes, 8760 for its hours.
 * @returns volatility, percent a year.
 * @example
 * annualise(0.0004, 365).toFixed(2); // → '38.21'
 */
export function annualise(variance: number, periodsPerYear: number): number {
  return 100 * Math.sqrt(periodsPerYear * variance);
}
