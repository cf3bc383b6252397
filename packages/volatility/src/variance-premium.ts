/** Volatility risk premium: implied minus realised volatility. */

/** Volatility points (percent) of one coin, `null` where there is no source. */
export interface VariancePremium {
  /** Close-to-close volatility of 30 days, to match the tenor of the implied one. */
  readonly realized: number | null;
  /** Volatility that options of 30 days imply. */
  readonly implied: number | null;
  /** Implied minus realised, in points; null when either is missing. */
  readonly vrp: number | null;
}

/**
 * The premium. Named after the variance risk premium, though given as a difference of volatilities and not of their
 * squares.
 *
 * @example
 * variancePremium(60, 50); // → { realized: 50, implied: 60, vrp: 10 }
 */
export function variancePremium(implied: number | null, realized: number | null): VariancePremium {
  return { realized, implied, vrp: implied === null || realized === null ? null : implied - realized };
}
