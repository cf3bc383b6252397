/**
 * Volatility in percent a year from a variance per period: `100·√(periodsPerYear · variance)`.
 *
 * @param variance fraction² per period, ≥ 0.
 * @param periodsPerYear 365 for days of a market that never closes, 8760 for its hours.
 */
export function annualise(variance: number, periodsPerYear: number): number {
  return 100 * Math.sqrt(periodsPerYear * variance);
}
