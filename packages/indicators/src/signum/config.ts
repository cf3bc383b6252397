/** Parameters of SIGNUM_RGG, by version. */

import { checkBreaks, finite, integerAtLeast, UsageError, type BreaksConfig } from '@barograph/core';
import { ADX_DEFAULTS, adxLookback, type AdxConfig } from '../adx.ts';

/** Parameters of SIGNUM_RGG. */
export interface SignumConfig {
  /** Version in every row, so that an answer can be reproduced. A changed number needs a new version. */
  readonly version: `signum/${string}`;
  readonly adx: AdxConfig;
  /** ADX at which a trend starts. */
  readonly enter: number;
  /** ADX below which a trend ends; at most `enter`. */
  readonly exit: number;
  /** Difference +DI − −DI, in points, by which a side must win. */
  readonly margin: number;
  /** Complete daily bars in the range of grey rows. */
  readonly rangeBars: number;
  /** Oldest age of a recent flip, bars. */
  readonly recentFlipBars: number;
  /** Number of last closed 1h bars that must all differ from the daily colour for the alert. */
  readonly alertBars: number;
  /** Fewest complete 4h bars for the 4h block. */
  readonly h4MinBars: number;
  /** A row is stale when its last completed day ended more than this many days ago. */
  readonly staleAfterDays: number;
  /** Rules of breaks: halts, gaps and changes of scale that end a history. Without them every bar counts. */
  readonly breaks?: BreaksConfig;
}

/**
 * Version 1. 25 is Wilder's trend threshold and 20 the usual exit. The margin of 2 removes whipsaw: over 28 coins and
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
 * Version 2: no colour in a halt, and a history that ends when one ADX window has no bar. LUNA was halted for 18 days
 * before another coin took its name, FTT for 311.
 */
export const SIGNUM_V2: SignumConfig = Object.freeze({
  ...SIGNUM_V1,
  version: 'signum/2',
  breaks: Object.freeze({ quietBars: 3, maxGap: 14, maxJump: 5 }),
});

/**
 * Number of bars before the first colour.
 *
 * @param config parameters. @default SIGNUM_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * signumLookback(); // → 27
 */
export function signumLookback(config: SignumConfig = SIGNUM_V2): number {
  return adxLookback(checkSignumConfig(config).adx);
}

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
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
