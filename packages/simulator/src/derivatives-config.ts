/** Parameters of hourly funding and open interest, by version. */

/** The laws. */
export interface DerivativesConfig {
  readonly version: 'derivatives/1';
  /** Hourly funding: reverts to `mean`, keeps `persistence` of its distance per hour, and is moved by `noise`. */
  readonly funding: { readonly mean: number; readonly persistence: number; readonly noise: number };
  /** Log of open interest: reverts likewise, around days of quote volume over the initial price. */
  readonly openInterest: { readonly days: number; readonly persistence: number; readonly noise: number };
}

/** Simulated funding and open interest, version 1. */
export const DERIVATIVES_V1: DerivativesConfig = Object.freeze({
  version: 'derivatives/1',
  funding: Object.freeze({ mean: 1.25e-5, persistence: 0.93, noise: 5e-6 }),
  openInterest: Object.freeze({ days: 0.5, persistence: 0.998, noise: 0.007 }),
});
