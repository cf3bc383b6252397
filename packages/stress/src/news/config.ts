/** Parameters of news, under a version: scores, corroboration, decay, and the measurement of reactions. */

import { deepFreeze, HOUR_MS, integerAtLeast, MINUTE_MS, UsageError, within } from '@barograph/core';

/** Kinds of catalysts. `listing` and `delisting` come from comparing two universes, never from text. */
export const NEWS_CATEGORIES = [
  'hack',
  'listing',
  'delisting',
  'regulatory',
  'exploit_rumour',
  'partnership',
  'product',
  'opinion',
] as const;
/** Kind of a catalyst. */
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** Tiers of sources: 1 regulators and first-hand announcements, 2 trade press, 3 all others. */
export const NEWS_TIERS = [1, 2, 3] as const;
/** Tier of a source, see {@link NEWS_TIERS}. */
export type NewsTier = (typeof NEWS_TIERS)[number];

/** Horizons of a reaction. */
export const NEWS_HORIZONS = ['15m', '1h', '4h'] as const;
/** Horizon of a reaction. */
export type NewsHorizon = (typeof NEWS_HORIZONS)[number];

/** Parameters of the pipeline, from the item to the reaction. */
export interface NewsConfig {
  readonly version: `news/${string}`;
  /** Reader of titles. `clauses`: clause by clause. Absent: by the words of the whole title. */
  readonly reader?: 'clauses';
  /** Least impact of a stored story. */
  readonly threshold: number;
  readonly impact: {
    /** Log odds of a story to which no other term applies. */
    readonly intercept: number;
    /** Log odds that the category adds. */
    readonly category: Readonly<Record<NewsCategory, number>>;
    /** Log odds that the tier of the source adds. */
    readonly tier: Readonly<Record<NewsTier, number>>;
    /** Coefficient of the logarithm of one plus the number of independent sources. */
    readonly corroboration: number;
    /** Added when the title names the symbol. */
    readonly inTitle: number;
    /** Most that lateness subtracts, and the delay between publication and arrival that subtracts half of it, hours. */
    readonly late: number;
    readonly lateHalflifeHours: number;
  };
  /** Sign of each category; that of `regulatory` comes from the headline rules. */
  readonly sign: Readonly<Record<Exclude<NewsCategory, 'regulatory'>, -1 | 0 | 1>>;
  /** Tone of a title without stronger or doubtful words, −1…1, and its change per stronger (up) or doubtful word. */
  readonly tone: { readonly plain: number; readonly step: number };
  /** Hours within which reports of one symbol and category form one story. */
  readonly storyHours: number;
  /** Largest number of differing bits, of 64, between fingerprints of near-duplicates. */
  readonly duplicateBits: number;
  /** Hours since arrival for which fingerprints, identifiers and open stories are kept; and their largest number. */
  readonly memoryHours: number;
  readonly memoryItems: number;
  /** Most symbols of a title; with more it is about the market. */
  readonly mostSymbols: number;
  readonly pulse: {
    readonly halflifeHours: number;
    /** Weight that each further independent source adds. */
    readonly perSource: number;
  };
  readonly response: {
    readonly horizonsMs: Readonly<Record<NewsHorizon, number>>;
    /** Age from which a price, open interest or rate counts as unknown, ms. */
    readonly staleMs: number;
    readonly rateStaleMs: number;
    /** Time span of the deviation, and least share of its returns. */
    readonly volatilityMs: number;
    readonly volatilityShare: number;
    /** Days of the same clock window, and the fewest of them. */
    readonly volumeDays: number;
    readonly volumeDaysLeast: number;
  };
}

/** Version 1. Ranges, half-life and threshold come from the contract; coefficients from the design. */
export const NEWS_V1: NewsConfig = deepFreeze<NewsConfig>({
  version: 'news/1',
  threshold: 0.45,
  impact: {
    intercept: -2.2,
    category: {
      hack: 2.2,
      listing: 1.6,
      delisting: 1.6,
      regulatory: 1.4,
      exploit_rumour: 0.8,
      partnership: 0.2,
      product: 0.2,
      opinion: -1.5,
    },
    tier: { 1: 0.8, 2: 0.3, 3: -0.3 },
    corroboration: 0.7,
    inTitle: 0.5,
    late: 0.5,
    lateHalflifeHours: 6,
  },
  sign: { hack: -1, listing: 1, delisting: -1, exploit_rumour: -1, partnership: 1, product: 1, opinion: 0 },
  tone: { plain: 0.6, step: 0.2 },
  storyHours: 6,
  duplicateBits: 3,
  memoryHours: 48,
  memoryItems: 20_000,
  mostSymbols: 3,
  pulse: { halflifeHours: 12, perSource: 0.3 },
  response: {
    horizonsMs: { '15m': 15 * MINUTE_MS, '1h': HOUR_MS, '4h': 4 * HOUR_MS },
    staleMs: 5 * MINUTE_MS,
    rateStaleMs: 65 * MINUTE_MS,
    volatilityMs: 24 * HOUR_MS,
    volatilityShare: 0.5,
    volumeDays: 14,
    volumeDaysLeast: 7,
  },
});

/**
 * Version 2: titles are read by clauses, and reports of one story merge although they name it differently. Numbers are
 * those of version 1.
 */
export const NEWS_V2: NewsConfig = deepFreeze<NewsConfig>({ ...NEWS_V1, version: 'news/2', reader: 'clauses' });

/**
 * Checks a config and returns it.
 *
 * @throws {UsageError} when a field is invalid; the message names it.
 * @example
 * checkNewsConfig({ ...NEWS_V1, version: 'news/mine', storyHours: 12 }).storyHours; // → 12
 */
export function checkNewsConfig(config: NewsConfig): NewsConfig {
  const { impact, pulse, response, tone } = config;
  within('threshold', config.threshold, 0, 1);
  within('impact.intercept', impact.intercept, -20, 20);
  for (const name of NEWS_CATEGORIES) within(`impact.category.${name}`, impact.category[name], -20, 20);
  for (const tier of NEWS_TIERS) within(`impact.tier.${tier}`, impact.tier[tier], -20, 20);
  // More sources, a fresher report or a clearer subject never lower a score.
  for (const name of ['corroboration', 'inTitle', 'late'] as const) within(`impact.${name}`, impact[name], 0, 20);
  within('impact.lateHalflifeHours', impact.lateHalflifeHours, 0.01, 1e4);
  within('tone.plain', tone.plain, 0, 1);
  within('tone.step', tone.step, 0, 1);
  within('storyHours', config.storyHours, 0.01, 168);
  if (integerAtLeast('duplicateBits', config.duplicateBits, 0) > 63) {
    throw new UsageError(`"duplicateBits" expected at most 63, got ${config.duplicateBits}`);
  }
  within('memoryHours', config.memoryHours, config.storyHours, 1e4);
  integerAtLeast('memoryItems', config.memoryItems, 1);
  integerAtLeast('mostSymbols', config.mostSymbols, 1);
  within('pulse.halflifeHours', pulse.halflifeHours, 0.01, 1e4);
  within('pulse.perSource', pulse.perSource, 0, 10);
  for (const name of NEWS_HORIZONS) integerAtLeast(`response.horizonsMs.${name}`, response.horizonsMs[name], 1);
  for (const name of ['staleMs', 'rateStaleMs'] as const) integerAtLeast(`response.${name}`, response[name], 0);
  integerAtLeast('response.volatilityMs', response.volatilityMs, 1);
  within('response.volatilityShare', response.volatilityShare, 0, 1);
  integerAtLeast('response.volumeDays', response.volumeDays, 1);
  within('response.volumeDaysLeast', response.volumeDaysLeast, 1, response.volumeDays);
  return config;
}
