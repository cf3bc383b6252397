/** Impact of a story, 0…1, by a logistic sum with visible terms; and its direction. */

import { clamp, HOUR_MS } from '@barograph/core';
import { HEADLINE_RULES_V2 } from '../risk/headline-rules.ts';
import { classifyHeadline } from '../risk/headlines.ts';
import { NEWS_V2, type NewsCategory, type NewsConfig, type NewsTier } from './config.ts';

/** Facts of a story that its score uses. */
export interface ImpactFeatures {
  readonly category: NewsCategory;
  /** Best tier of its sources. */
  readonly tier: NewsTier;
  /** Number of independent sources, including the first. */
  readonly corroboration: number;
  /** Whether the title names the symbol, or only the text after it. */
  readonly isInTitle: boolean;
  /** Delay between publication and arrival, ms; an arrival before publication counts as fresh. */
  readonly lateMs: number;
}

/** Score and its terms in log odds: the score is `1 / (1 + exp(−sum of terms))`. */
export interface Impact {
  /** Score, 0…1. */
  readonly score: number;
  readonly terms: {
    readonly intercept: number;
    readonly category: number;
    readonly tier: number;
    readonly corroboration: number;
    readonly centrality: number;
    /** Recency; 0 for immediate arrival, else negative. */
    readonly recency: number;
  };
}

/**
 * Computes the impact of a story. It grows with sources and tier, and falls with lateness; it does not use prices.
 * @param config parameters. @default NEWS_V2
 *
 * @example
 * impact({ category: 'hack', tier: 2, corroboration: 1, isInTitle: true, lateMs: 0 }).score; // 0.783
 */
export function impact(features: ImpactFeatures, { impact: weights }: NewsConfig = NEWS_V2): Impact {
  const { category, tier, corroboration, isInTitle, lateMs } = features;
  const lateHours = Math.max(0, lateMs) / HOUR_MS;
  const terms = {
    intercept: weights.intercept,
    category: weights.category[category],
    tier: weights.tier[tier],
    corroboration: weights.corroboration * Math.log1p(Math.max(1, corroboration)),
    centrality: isInTitle ? weights.inTitle : 0,
    recency: weights.late * (2 ** (-lateHours / weights.lateHalflifeHours) - 1),
  };
  const { intercept, centrality, recency } = terms;
  const sum = intercept + terms.category + terms.tier + terms.corroboration + centrality + recency;
  return { score: 1 / (1 + Math.exp(-sum)), terms };
}

/** Words that strengthen, weaken or reverse the plain meaning of a category. Lower case. */
const STRONGER =
  /\b(?:massive|major|huge|largest|biggest|record|critical|millions?|billions?|immediately|emergency|unprecedented|all)\b/g;
const DOUBTFUL =
  /\b(?:may|might|could|reportedly|rumou?rs?|alleged(?:ly)?|unconfirmed|minor|small|plans?|considers?)\b/g;
const UNDONE =
  /\b(?:den(?:y|ies|ied)|false|fake|debunk\w*|recover(?:s|ed)?|returned|returns|refund\w*|reimburse\w*|restor(?:es|ed)|foiled|averted|prevented|cancel(?:s|led)?|postpone[sd]?|delay(?:s|ed)?|end(?:s|ed)? partnership)\b/;

const countOf = (words: string, pattern: RegExp): number => words.match(pattern)?.length ?? 0;

/**
 * Tone of a title: −1 the opposite of its category, 1 fully in line.
 * @param config parameters. @default NEWS_V2
 *
 * @example
 * newsTone('Exchange lists a coin'); // → 0.6
 * newsTone('Exchange may delay the listing of a coin').toFixed(1); // → '-0.2'
 */
export function newsTone(title: string, { tone }: NewsConfig = NEWS_V2): number {
  const words = title.slice(0, 400).toLowerCase();
  const strength = tone.plain + tone.step * (countOf(words, STRONGER) - countOf(words, DOUBTFUL));
  const clipped = clamp(strength, 0, 1);
  return UNDONE.test(words) ? -clipped / 2 : clipped;
}

/**
 * Direction of a title, −1 risk off … 1 risk on: the sign of its category times its tone. For regulators the headline
 * rules give the sign, and hedges or delays do not reverse it, because those rules already account for them.
 *
 * @param config parameters. @default NEWS_V2
 * @example
 * newsBias('Bridge exploited, Ethereum drained of $80 million', 'hack'); // → -0.8
 */
export function newsBias(title: string, category: NewsCategory, config: NewsConfig = NEWS_V2): number {
  const tone = newsTone(title, config);
  if (category !== 'regulatory') return clean(config.sign[category] * tone);
  const { class: leaning } = classifyHeadline(title, HEADLINE_RULES_V2);
  const sign = leaning === 'restrictive' ? -1 : leaning === 'supportive' ? 1 : 0;
  return clean(sign * Math.abs(tone));
}

/** Least strength of a parsed title: hedges weaken an event, but never reverse it. */
const LEAST_STRENGTH = 0.1;

/**
 * Direction of a title whose sign the clause reader has found: the reader already handled retractions, so only strength
 * and doubt remain.
 *
 * @param sign sign of the reading.
 */
export function readBias(title: string, sign: -1 | 0 | 1, { tone }: NewsConfig = NEWS_V2): number {
  const words = title.slice(0, 400).toLowerCase();
  const strength = tone.plain + tone.step * (countOf(words, STRONGER) - countOf(words, DOUBTFUL));
  return clean(sign * clamp(strength, LEAST_STRENGTH, 1));
}

/** Replaces negative zero. */
function clean(value: number): number {
  return value === 0 ? 0 : value;
}
