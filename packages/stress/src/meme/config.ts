/** Parameters of the meme regime, by version. */

import {
  checkBreaks,
  deepFreeze,
  finite,
  integerAtLeast,
  UsageError,
  within,
  type BreaksConfig,
} from '@barograph/core';

/** Thresholds of the rules, percent unless stated otherwise. `from` and `upTo` are inclusive, `below` is exclusive. */
export interface MemeConfig {
  /** Version in every row, so that an answer can be reproduced. A changed number needs a new version. */
  readonly version: `meme/${string}`;
  /** All three: a steep week, far above its average, in a volatile month. */
  readonly euphoric: {
    readonly ret7dFrom: number;
    readonly extensionFrom: number;
    readonly volPctileFrom: number;
  };
  /** All three: recently stretched, down over the week, and still near its high. */
  readonly distribution: {
    readonly extensionMaxFrom: number;
    readonly ret7dUpTo: number;
    /** Close over the highest close, 0…1. */
    readonly shareOfHighFrom: number;
  };
  /** All three: turnover, a strong day, above its average. */
  readonly ignition: {
    /** Ratio to the mean of 30 days. */
    readonly volSpikeFrom: number;
    readonly ret1dFrom: number;
    readonly extensionFrom: number;
  };
  /** All three: no trend over the month, little turnover, little volatility. */
  readonly dormant: {
    readonly absRet30dUpTo: number;
    /** Ratio to the mean of 30 days. */
    readonly volSpikeBelow: number;
    readonly volPctileUpTo: number;
  };
  /** This, or a close below the average of 20 days. */
  readonly bleeding: { readonly ret30dUpTo: number };
  /** Complete days of the largest extension. */
  readonly extensionDays: number;
  /** Complete days of the highest close. */
  readonly highDays: number;
  /** A row is stale when its last complete day ended more than this many days ago. */
  readonly staleAfterDays: number;
  /** Rules of breaks: halts, gaps and changes of scale that end a history. Without them every day counts. */
  readonly breaks?: BreaksConfig;
}

/** Version 1: our own numbers, see the README of this package. */
export const MEME_V1: MemeConfig = deepFreeze<MemeConfig>({
  version: 'meme/1',
  euphoric: { ret7dFrom: 40, extensionFrom: 30, volPctileFrom: 70 },
  distribution: { extensionMaxFrom: 30, ret7dUpTo: -5, shareOfHighFrom: 0.5 },
  ignition: { volSpikeFrom: 2, ret1dFrom: 8, extensionFrom: 5 },
  dormant: { absRet30dUpTo: 15, volSpikeBelow: 0.8, volPctileUpTo: 35 },
  bleeding: { ret30dUpTo: -15 },
  extensionDays: 14,
  highDays: 30,
  staleAfterDays: 2,
});

/** Version 2: no regime in a halt, and a history that ends when the 30-day volatility has no day. */
export const MEME_V2: MemeConfig = deepFreeze<MemeConfig>({
  ...MEME_V1,
  version: 'meme/2',
  breaks: { quietBars: 3, maxGap: 30, maxJump: 5 },
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkMemeConfig({ ...MEME_V2, version: 'meme/mine', highDays: 20 }).highDays; // → 20
 */
export function checkMemeConfig(config: MemeConfig): MemeConfig {
  const { euphoric, distribution, ignition, dormant, bleeding } = config;
  for (const [rule, numbers] of Object.entries({ euphoric, distribution, ignition, dormant, bleeding })) {
    for (const [field, value] of Object.entries(numbers)) finite(`${rule}.${field}`, value);
  }
  within('euphoric.volPctileFrom', euphoric.volPctileFrom, 0, 100);
  within('dormant.volPctileUpTo', dormant.volPctileUpTo, 0, 100);
  within('distribution.shareOfHighFrom', distribution.shareOfHighFrom, 0, 1);
  for (const field of ['absRet30dUpTo', 'volSpikeBelow'] as const) {
    if (dormant[field] < 0) throw new UsageError(`"dormant.${field}" expected a number ≥ 0, got ${dormant[field]}`);
  }
  for (const field of ['extensionDays', 'highDays', 'staleAfterDays'] as const) {
    integerAtLeast(field, config[field], 1);
  }
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  return config;
}
