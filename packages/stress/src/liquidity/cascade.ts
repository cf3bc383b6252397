/** Cascades: an hour of liquidations, recognised by their volume or by their effect on price and open interest. */

import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';

/** Evidence of the hour that ends now; NaN where unknown, which proves nothing. */
export interface CascadeEvidence {
  /** Liquidations of the hour, quote units (USD). */
  readonly liquidations: number;
  /** Median over the hours of 30 days with liquidations; 0 without any. */
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
 * Returns whether the hour is a cascade: liquidations ≥ max(3 × the usual hour, 0.5 % of open interest), or a move ≥ 4σ
 * with open interest down by at least 5 %.
 * @param config parameters. @default LIQUIDITY_V1
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
  // A market that never moved has no deviation.
  const isJump = sigma > 0 && Math.abs(logReturn) >= cascade.sigmas * sigma;
  return isForced || (isJump && oiChangePct <= cascade.oiChangeUpTo);
}
