/** Volatility risk premium: implied minus realised volatility. */

/** Volatilities of one coin in percentage points; null without a source. */
export interface VariancePremium {
  /** Close-to-close volatility of 30 days, matching the tenor of the implied one. */
  readonly realized: number | null;
  /** Implied volatility of 30-day options. */
  readonly implied: number | null;
  /** Implied minus realised, in points; null when either is missing. */
  readonly vrp: number | null;
}

/**
 * Computes the premium. The name is that of the variance risk premium, but the value is a difference of volatilities,
 * not of their squares.
 *
 * @param implied implied volatility, % a year.
 * @param realized realised volatility, % a year.
 * @example
 * variancePremium(60, 50); // → { realized: 50, implied: 60, vrp: 10 }
 */
export function variancePremium(implied: number | null, realized: number | null): VariancePremium {
  return { realized, implied, vrp: implied === null || realized === null ? null : implied - realized };
}
