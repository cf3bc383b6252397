/** Cascades: an hour in which positions were closed by force, by its liquidations or by its marks on price and interest. */

import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';

/** Evidence of the hour that ends now. NaN where not known: what is not known proves nothing. */
export interface CascadeEvidence {
  /** Liquidations of the hour, quote units (USD). */
  readonly liquidations: number;
  /** Median of the hours of 30 days that had any; 0 when none had. */
  readonly usualLiquidations: number;
  /** Open interest, quote units (USD). */
  readonly openInterestUsd: number;
  /** Log return of the hour. */
  readonly logReturn: number;
  /** Standard deviation of the hourly log returns of 30 days. */
  readonly sigma: number;
  /** Change of the open interest in coins over the hour, percent. */
  readonly oiChangePct: number;
}

/**
 * Whether that hour is a cascade: liquidations ≥ max(3 × the usual hour, 0.5 % of the open interest), or a move ≥ 4σ
 * with open interest down by at least 5 %.
 *
 * @example
 * const hour = { liquidations: 12e6, usualLiquidations: 2e6, openInterestUsd: 900e6 };
 * isCascade({ ...hour, logReturn: -0.03, sigma: 0.006, oiChangePct: -4 }); // → true
 * isCascade({ ...hour, liquidations: 3e6, logReturn: -0.01, sigma: 0.006, oiChangePct: -4 }); // → false
 */
export function isCascade(evidence: CascadeEvidence, { cascade }: LiquidityConfig = LIQUIDITY_V1): boolean {
  const { liquidations, usualLiquidations, openInterestUsd, logReturn, sigma, oiChangePct } = evidence;
  const isForced =
    liquidations > 0 &&
    liquidations >= cascade.liquidationMedians * usualLiquidations &&
    liquidations >= cascade.liquidationShare * openInterestUsd;
  // A market that never moved has no deviation to measure by.
  const isJump = sigma > 0 && Math.abs(logReturn) >= cascade.sigmas * sigma;
  return isForced || (isJump && oiChangePct <= cascade.oiChangeUpTo);
}
