/** Parameters of the volatility regime, by version. */

import { checkBreaks, finite, integerAtLeast, UsageError, within, type BreaksConfig } from '@barograph/core';
import { VOL_TARGET_V1, volTargetMultiplier, type VolTargetConfig } from '../target.ts';

/** Window of daily values, and the fewest values for a statistic. */
export interface WindowConfig {
  readonly days: number;
  readonly minDays: number;
}

/** Parameters of the volatility regime. */
export interface VolatilityRegimeConfig {
  /** Version in every row, so that an answer can be reproduced. A changed number needs a new version. */
  readonly version: `volatility-regime/${string}`;
  /** Window in which the 30-day volatility is ranked. */
  readonly percentile: WindowConfig;
  /** Window over which both volatilities are standardised. */
  readonly zScore: WindowConfig;
  /** Window of a coin's own quantiles and ranks, used for labels. */
  readonly label: WindowConfig;
  /** Quantile of its window at which the 7-day volatility is a shock. */
  readonly shockQuantile: number;
  /** Days, including today, in which a shock counts as recent and its peak is searched. */
  readonly reversionDays: number;
  /** Largest share of the peak that counts as reversion after a shock. */
  readonly reversionShare: number;
  /** Compressed: the 30-day volatility ranks at most here in its own window … */
  readonly compressedRank: number;
  /** … and the term ratio is at most this. */
  readonly compressedTermRatio: number;
  /** Term ratio from which volatility may be expanding. */
  readonly expandingTermRatio: number;
  /** Days back to which the 7-day volatility is compared to tell rising from falling. */
  readonly trendDays: number;
  /** Consecutive daily closes that confirm a new label; a shock needs one. */
  readonly confirmDays: number;
  /** Age of the last complete day's end above which a row is stale, days. */
  readonly staleAfterDays: number;
  readonly target: VolTargetConfig;
  /** Rules of breaks: halts, gaps and changes of scale that end a history. Without them every day counts. */
  readonly breaks?: BreaksConfig;
}

/**
 * Version 1. The shock rule (0.9 quantile of 90 days) is specified; the other rules are measured: over 28 coins and
 * 1,331 days the five labels cover 11, 15, 23, 12 and 39 % of days, and change 70 times a coin-year without
 * confirmation.
 */
export const VOLATILITY_REGIME_V1: VolatilityRegimeConfig = Object.freeze({
  version: 'volatility-regime/1',
  percentile: Object.freeze({ days: 365, minDays: 90 }),
  zScore: Object.freeze({ days: 90, minDays: 60 }),
  label: Object.freeze({ days: 90, minDays: 60 }),
  shockQuantile: 0.9,
  reversionDays: 14,
  reversionShare: 0.85,
  compressedRank: 25,
  compressedTermRatio: 1,
  expandingTermRatio: 1.1,
  trendDays: 3,
  confirmDays: 2,
  staleAfterDays: 2,
  target: VOL_TARGET_V1,
});

/** Version 2: no regime and no volatility in a halt, and a history that ends when the long window has no day. */
export const VOLATILITY_REGIME_V2: VolatilityRegimeConfig = Object.freeze({
  ...VOLATILITY_REGIME_V1,
  version: 'volatility-regime/2',
  breaks: Object.freeze({ quietBars: 3, maxGap: 30, maxJump: 5 }),
});

/** Lengths of the two windows, as in the field names `rvGk7` and `rvGk30`. */
export const SHORT_DAYS = 7;
export const LONG_DAYS = 30;

/**
 * Number of days before the first label.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * volatilityRegimeLookback(); // → 88
 */
export function volatilityRegimeLookback(config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2): number {
  return LONG_DAYS - 1 + checkVolatilityRegimeConfig(config).label.minDays - 1;
}

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkVolatilityRegimeConfig(VOLATILITY_REGIME_V2).version; // → 'volatility-regime/2'
 */
export function checkVolatilityRegimeConfig(config: VolatilityRegimeConfig): VolatilityRegimeConfig {
  for (const name of ['percentile', 'zScore', 'label'] as const) {
    const { days, minDays } = config[name];
    integerAtLeast(`${name}.minDays`, minDays, 2);
    if (integerAtLeast(`${name}.days`, days, 2) < minDays) {
      throw new UsageError(`"${name}.days" expected at least "minDays" ${minDays}, got ${days}`);
    }
  }
  within('shockQuantile', config.shockQuantile, 0, 1);
  within('reversionShare', config.reversionShare, 0, 1);
  within('compressedRank', config.compressedRank, 0, 100);
  finite('compressedTermRatio', config.compressedTermRatio);
  finite('expandingTermRatio', config.expandingTermRatio);
  for (const field of ['reversionDays', 'trendDays', 'confirmDays', 'staleAfterDays'] as const) {
    integerAtLeast(field, config[field], 1);
  }
  volTargetMultiplier(0, config.target);
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  return config;
}
