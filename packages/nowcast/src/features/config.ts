/** Windows and bounds of the emission features, by version. */

import { integerAtLeast, shown, UsageError, within } from '@barograph/core';
import { positive } from '../check.ts';

/** Windows and bounds of the eight features. */
export interface FeaturesConfig {
  /** Version in every artifact. A changed number needs a new version. */
  readonly version: `hmm_features/${string}`;
  /** Bars of the short trend, its efficiency, and the volume average. */
  readonly short: number;
  /** Bars of the longer trend. */
  readonly long: number;
  /** Bars of the band width. */
  readonly band: number;
  /** Bars for which a shock is remembered. */
  readonly shock: number;
  /** Halflives in bars of the three volatilities. */
  readonly halflives: { readonly day: number; readonly week: number; readonly month: number };
  /** Bars of a week and a month for scaling trends; the month is also the window of the volume level. */
  readonly month: number;
  /** Bars among which the week's volatility is ranked. */
  readonly rank: number;
  /** Bars before anything is defined; until `rank` bars, longer windows use what exists. */
  readonly minBars: number;
  /** Added to every denominator and ratio, in log return: a tenth of a basis point keeps pegs and halts finite. */
  readonly epsilon: number;
  /**
   * Variance of a bar. `garman-klass-yang-zhang`: the estimator of `@barograph/volatility`. Absent in version 1, whose
   * formula is equal in exact arithmetic but rounds differently.
   */
  readonly variance?: 'garman-klass-yang-zhang';
  /** Bound of the trends, which are compressed to ± this. */
  readonly trendBound: number;
  /** Ranks are clipped to this and its mirror before they become normal deviates. */
  readonly rankClip: number;
}

/** Windows of the eight features, version 1. */
export const FEATURES_V1: FeaturesConfig = Object.freeze({
  version: 'hmm_features/1',
  short: 24,
  long: 72,
  band: 48,
  shock: 6,
  halflives: Object.freeze({ day: 12, week: 84, month: 360 }),
  month: 720,
  rank: 2_160,
  minBars: 168,
  epsilon: 1e-5,
  trendBound: 1.5,
  rankClip: 0.01,
});

/**
 * Version 2: the variance of a bar equals that of every other package to the last bit. Models up to 2025.07.1 use
 * version 1.
 */
export const FEATURES_V2: FeaturesConfig = Object.freeze({
  ...FEATURES_V1,
  version: 'hmm_features/2',
  variance: 'garman-klass-yang-zhang',
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkFeaturesConfig(config: FeaturesConfig): FeaturesConfig {
  for (const field of ['short', 'long', 'band', 'shock', 'month', 'rank'] as const) {
    integerAtLeast(field, config[field], 2);
  }
  for (const [name, halflife] of Object.entries(config.halflives)) positive(`halflives.${name}`, halflife);
  for (const field of ['epsilon', 'trendBound'] as const) positive(field, config[field]);
  if (config.variance !== undefined && config.variance !== 'garman-klass-yang-zhang') {
    throw new UsageError(`"variance" expected garman-klass-yang-zhang or nothing, got ${shown(config.variance)}`);
  }
  within('rankClip', config.rankClip, 1e-6, 0.5);
  const least = Math.max(config.short, config.long, config.band, config.shock + 1) + 1;
  integerAtLeast('minBars', config.minBars, least);
  return config;
}
