/** The numbers of SIGNUM_RGG, by version. */

import { checkBreaks, finite, integerAtLeast, UsageError, type BreaksConfig } from '@barograph/core';
import { ADX_DEFAULTS, adxLookback, type AdxConfig } from '../adx.ts';

/** Numbers of SIGNUM_RGG. */
export interface SignumConfig {
  /** Travels into every row, so that an answer can be reproduced. A changed number is a new version. */
  readonly version: `signum/${string}`;
  readonly adx: AdxConfig;
  /** ADX from which a trend is one. */
  readonly enter: number;
  /** ADX below which a trend is over; at most `enter`. */
  readonly exit: number;
  /** Points of +DI − −DI that a side must win by. */
  readonly margin: number;
  /** Completed daily bars in the range that grey rows carry. */
  readonly rangeBars: number;
  /** A flip is recent while the colour is at most this many bars old. */
  readonly recentFlipBars: number;
  /** Closed 1h bars that must all differ from the daily colour to raise the alert. */
  readonly alertBars: number;
  /** Complete 4h bars below which the 4h block is null. */
  readonly h4MinBars: number;
  /** A row is stale when its last completed day ended more than this many days ago. */
  readonly staleAfterDays: number;
  /** Halts, gaps and changes of scale that end a history. Without it every bar counts, whatever lies before it. */
  readonly breaks?: BreaksConfig;
}

/**
 * Version 1. 25 is Wilder's trend threshold and 20 the usual exit; the margin of 2 removes whipsaw: over 28 coins and
 * 1,331 days it gives 15 flips a year and 8 % of spells of 3 days or less, against 20 and 25 % without hysteresis.
 */
export const SIGNUM_V1: SignumConfig = Object.freeze({
  version: 'signum/1',
  adx: ADX_DEFAULTS,
  enter: 25,
  exit: 20,
  margin: 2,
  rangeBars: 20,
  recentFlipBars: 3,
  alertBars: 4,
  h4MinBars: 30,
  staleAfterDays: 2,
});

/**
 * Version 2: no colour where nothing trades, and a history that ends where one window of ADX has no bar. LUNA was halted
 * for 18 days before another coin got its name, FTT for 311.
 */
export const SIGNUM_V2: SignumConfig = Object.freeze({
  ...SIGNUM_V1,
  version: 'signum/2',
  breaks: Object.freeze({ quietBars: 3, maxGap: 14, maxJump: 5 }),
});

/**
 * Bars before the first colour.
 *
 * @throws {UsageError} for a bad config.
 * @example
 * signumLookback(); // → 27
 */
export function signumLookback(config: SignumConfig = SIGNUM_V2): number {
  return adxLookback(checkSignumConfig(config).adx);
}

/**
 * @throws {UsageError} naming the field, the expected and the actual value.
 * @example
 * checkSignumConfig(SIGNUM_V2).version; // → 'signum/2'
 */
export function checkSignumConfig(config: SignumConfig): SignumConfig {
  adxLookback(config.adx);
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  for (const field of ['enter', 'exit', 'margin'] as const) {
    if (finite(field, config[field]) < 0)
      throw new UsageError(`"${field}" expected a number ≥ 0, got ${config[field]}`);
  }
  if (config.exit > config.enter) {
    throw new UsageError(`"exit" expected at most "enter" ${config.enter}, got ${config.exit}`);
  }
  for (const field of ['rangeBars', 'recentFlipBars', 'alertBars', 'h4MinBars', 'staleAfterDays'] as const) {
    integerAtLeast(field, config[field], 1);
  }
  return config;
}
