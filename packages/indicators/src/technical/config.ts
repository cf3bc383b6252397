/** Parameters of the technical regime, by version. */

import { checkBreaks, finite, integerAtLeast, UsageError, within, type BreaksConfig } from '@barograph/core';
import { atrLookback, ATR_DEFAULTS, type AtrConfig } from '../atr.ts';
import { BOLLINGER_DEFAULTS, bollingerLookback, type BollingerConfig } from '../bollinger.ts';
import { RSI_DEFAULTS, rsiLookback, type RsiConfig } from '../rsi.ts';

/** Parameters of support and resistance. */
export interface SupportResistanceConfig {
  /** Bars to either side that a pivot must exceed; it is confirmed this many bars later. */
  readonly wing: number;
  /** Complete daily bars that are searched for pivots. */
  readonly bars: number;
  /** Pivots join a level within the larger of this many ATR … */
  readonly atrs: number;
  /** … and this percent of the price. */
  readonly pricePct: number;
  /** Age at which a pivot weighs half as much in the mean of its level, bars. */
  readonly halfLife: number;
  /** Largest distance of a level from the price, percent of the price. */
  readonly maxDistancePct: number;
  /** Most supports, and most resistances. */
  readonly perSide: number;
}

/** Parameters of the technical regime. */
export interface TechnicalConfig {
  /** Version in every row, so that an answer can be reproduced. A changed number needs a new version. */
  readonly version: `technical/${string}`;
  /** Lengths of the three averages, days; fields of a row are named after version 1. */
  readonly averages: { readonly short: number; readonly middle: number; readonly long: number };
  /** Complete days for which a crossing of the long average counts as a breakdown or a reclaim, including the first. */
  readonly crossDays: number;
  readonly rsi: RsiConfig;
  /** RSI at and above which it is overbought. */
  readonly overbought: number;
  /** RSI at and below which it is oversold. */
  readonly oversold: number;
  /** RSI at and above which, and 100 minus it at and below which, a reading is extreme. */
  readonly extreme: number;
  readonly bollinger: BollingerConfig;
  /** Number of bandwidths that the newest is ranked among. */
  readonly bandwidthBars: number;
  /** Fewest bandwidths for a rank. */
  readonly bandwidthMinBars: number;
  /** Highest rank at which a squeeze starts. */
  readonly squeezeEnter: number;
  /** Rank above which a squeeze ends. */
  readonly squeezeExit: number;
  /** Factor by which bands must widen over `expandDays` to expand. */
  readonly expandFactor: number;
  readonly expandDays: number;
  /** Complete daily bars in the range. */
  readonly rangeBars: number;
  /** Highest position that is near the low. */
  readonly nearLow: number;
  /** Lowest position that is near the high. */
  readonly nearHigh: number;
  readonly atr: AtrConfig;
  readonly levels: SupportResistanceConfig;
  /** Days of history in a row's detail. */
  readonly historyDays: number;
  /** A row is stale when its last completed day ended more than this many days ago. */
  readonly staleAfterDays: number;
  /** Archived days that the current breadth is ranked among. */
  readonly breadthDays: number;
  /** Fewest archived days for a rank. */
  readonly breadthMinDays: number;
  /** Rules of breaks: halts, gaps and changes of scale that end a history. Without them every bar counts. */
  readonly breaks?: BreaksConfig;
}

/**
 * Version 1. Squeeze: Bollinger's lowest fifth of six months, left only above 30, so that a band near the threshold
 * does not enter and leave every other day.
 */
export const TECHNICAL_V1: TechnicalConfig = Object.freeze({
  version: 'technical/1',
  averages: Object.freeze({ short: 50, middle: 100, long: 200 }),
  crossDays: 5,
  rsi: RSI_DEFAULTS,
  overbought: 70,
  oversold: 30,
  extreme: 80,
  bollinger: BOLLINGER_DEFAULTS,
  bandwidthBars: 126,
  bandwidthMinBars: 60,
  squeezeEnter: 20,
  squeezeExit: 30,
  expandFactor: 1.25,
  expandDays: 5,
  rangeBars: 20,
  nearLow: 0.2,
  nearHigh: 0.8,
  atr: ATR_DEFAULTS,
  levels: Object.freeze({
    wing: 3,
    bars: 250,
    atrs: 0.5,
    pricePct: 0.6,
    halfLife: 90,
    maxDistancePct: 30,
    perSide: 3,
  }),
  historyDays: 60,
  staleAfterDays: 2,
  breadthDays: 30,
  breadthMinDays: 10,
});

/** Version 2: no state in a halt, and a history that ends when a month of bars is missing. */
export const TECHNICAL_V2: TechnicalConfig = Object.freeze({
  ...TECHNICAL_V1,
  version: 'technical/2',
  breaks: Object.freeze({ quietBars: 3, maxGap: 30, maxJump: 5 }),
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkTechnicalConfig(TECHNICAL_V2).version; // → 'technical/2'
 */
export function checkTechnicalConfig(config: TechnicalConfig): TechnicalConfig {
  rsiLookback(config.rsi);
  bollingerLookback(config.bollinger);
  atrLookback(config.atr);
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  for (const field of ['short', 'middle', 'long'] as const) {
    integerAtLeast(`averages.${field}`, config.averages[field], 1);
  }
  for (const field of ['wing', 'perSide'] as const) integerAtLeast(`levels.${field}`, config.levels[field], 1);
  integerAtLeast('levels.bars', config.levels.bars, config.levels.wing + 1);
  for (const field of ['atrs', 'pricePct', 'maxDistancePct'] as const)
    atLeast0(`levels.${field}`, config.levels[field]);
  if (!(finite('levels.halfLife', config.levels.halfLife) > 0)) {
    throw new UsageError(`"levels.halfLife" expected a number > 0, got ${config.levels.halfLife}`);
  }
  for (const field of [
    'crossDays',
    'bandwidthMinBars',
    'expandDays',
    'rangeBars',
    'historyDays',
    'staleAfterDays',
    'breadthMinDays',
  ] as const) {
    integerAtLeast(field, config[field], 1);
  }
  integerAtLeast('bandwidthBars', config.bandwidthBars, config.bandwidthMinBars);
  integerAtLeast('breadthDays', config.breadthDays, config.breadthMinDays);
  integerAtLeast('historyDays', config.historyDays, config.expandDays + 1);
  atLeast0('expandFactor', config.expandFactor);
  within('squeezeExit', config.squeezeExit, 0, 100);
  within('squeezeEnter', config.squeezeEnter, 0, config.squeezeExit);
  within('extreme', config.extreme, 50, 100);
  within('overbought', config.overbought, 50, 100);
  within('oversold', config.oversold, 0, 50);
  within('nearHigh', config.nearHigh, 0, 1);
  within('nearLow', config.nearLow, 0, config.nearHigh);
  return config;
}

function atLeast0(name: string, value: number): void {
  if (finite(name, value) < 0) throw new UsageError(`"${name}" expected a number ≥ 0, got ${value}`);
}
