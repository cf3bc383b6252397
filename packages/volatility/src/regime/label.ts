/**
 * Label of one complete day by itself. The first matching rule applies:
 *
 * 1. `vol_shock`: the 7-day volatility is at or above the shock quantile of its own window, and above its median (in a
 * window of equal values every value is its own quantile).
 * 2. `mean_reverting`: a shock is recent, and the 7-day volatility has come down from the peak and still falls.
 * 3. `compressed`: the 30-day volatility ranks low in its own window, and the 7-day one is not above it.
 * 4. `expanding`: the 7-day volatility is well above the 30-day one and still rises.
 * 5. `normal`.
 */

import type { VolatilityRegimeConfig } from './config.ts';

/** Labels of the volatility regime. */
export const VOLATILITY_REGIMES = ['vol_shock', 'mean_reverting', 'compressed', 'expanding', 'normal'] as const;

/** Label of the volatility regime. */
export type VolatilityRegime = (typeof VOLATILITY_REGIMES)[number];

/** Daily inputs of the label rules. Volatilities in annualised percent; NaN where undefined. */
export interface RegimeInput {
  readonly rvGk7: number;
  /** Shock quantile of `rvGk7` in its window. */
  readonly shockLevel: number;
  /** Median of `rvGk7` in its window. */
  readonly median: number;
  /** Highest `rvGk7` of the reversion window. */
  readonly peak: number;
  /** `rvGk7` `trendDays` days earlier. */
  readonly before: number;
  /** Percentile rank of `rvGk30` in its window. */
  readonly rank: number;
  /** `rvGk7 / rvGk30`; NaN when nothing moved in 30 days, and neither rule that reads it then matches. */
  readonly termStructureRatio: number;
}

/**
 * Returns the label of a day; null when the windows are too short.
 *
 * @param shockIsRecent whether an earlier day of the reversion window was a shock.
 * @example
 * const day = { rvGk7: 90, shockLevel: 80, median: 40, peak: 90, before: 60, rank: 70, termStructureRatio: 1.3 };
 * labelOf(day, false, VOLATILITY_REGIME_V1); // → 'vol_shock'
 * labelOf({ ...day, rvGk7: 70 }, false, VOLATILITY_REGIME_V1); // → 'expanding'
 * labelOf({ ...day, rvGk7: NaN }, false, VOLATILITY_REGIME_V1); // → null
 */
export function labelOf(
  input: RegimeInput,
  shockIsRecent: boolean,
  config: VolatilityRegimeConfig,
): VolatilityRegime | null {
  const { rvGk7, shockLevel, median, peak, before, rank, termStructureRatio } = input;
  if (Number.isNaN(rvGk7) || Number.isNaN(shockLevel) || Number.isNaN(rank)) return null;
  if (rvGk7 >= shockLevel && rvGk7 > median) return 'vol_shock';
  if (shockIsRecent && rvGk7 <= config.reversionShare * peak && rvGk7 < before) return 'mean_reverting';
  if (rank <= config.compressedRank && termStructureRatio <= config.compressedTermRatio) return 'compressed';
  if (termStructureRatio >= config.expandingTermRatio && rvGk7 > before) return 'expanding';
  return 'normal';
}
