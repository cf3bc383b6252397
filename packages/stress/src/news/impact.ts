/** Impact of a story, 0…1, by a logistic sum whose terms are shown; and which way it points. */

import { clamp, HOUR_MS } from '@barograph/core';
import { HEADLINE_RULES_V2 } from '../risk/headline-rules.ts';
import { classifyHeadline } from '../risk/headlines.ts';
import { NEWS_V2, type NewsCategory, type NewsConfig, type NewsTier } from './config.ts';

/** Known facts of a story when it is scored. */
export interface ImpactFeatures {
  readonly category: NewsCategory;
  /** Best of its sources. */
  readonly tier: NewsTier;
  /** Independent sources, the first one included: 1 and more. */
  readonly corroboration: number;
  /** Whether the title names the symbol, or only the text behind it. */
  readonly isInTitle: boolean;
  /** Ms between publication and arrival; what arrives before its time counts as fresh. */
  readonly lateMs: number;
}

/** Score and its terms, on the scale of log odds: the score is `1 / (1 + exp(−sum of terms))`. */
export interface Impact {
  /** 0…1. */
  readonly score: number;
  readonly terms: {
    readonly intercept: number;
    readonly category: number;
    readonly tier: number;
    readonly corroboration: number;
    readonly centrality: number;
    /** 0 of what arrives at once, else negative. */
    readonly recency: number;
  };
}

/**
 * Impact of a story. It grows with sources and standing, and falls with lateness; nothing in it knows of prices.
 *
 * @example
 * impact({ category: 'hack', tier: 2, corroboration: 1, isInTitle: true, lateMs: 0 }).score; // 0.783
 */
export function impact(features: ImpactFeatures, { impact: of }: NewsConfig = NEWS_V2): Impact {
  const { category, tier, corroboration, isInTitle, lateMs } = features;
  const lateHours = Math.max(0, lateMs) / HOUR_MS;
  const terms = {
    intercept: of.intercept,
    category: of.category[category],
    tier: of.tier[tier],
    corroboration: of.corroboration * Math.log1p(Math.max(1, corroboration)),
    centrality: isInTitle ? of.inTitle : 0,
    recency: of.late * (2 ** (-lateHours / of.lateHalflifeHours) - 1),
  };
  const { intercept, centrality, recency } = terms;
  const sum = intercept + terms.category + terms.tier + terms.corroboration + centrality + recency;
  return { score: 1 / (1 + Math.exp(-sum)), terms };
}

/** Words that make the plain meaning of a category stronger, doubtful, or its opposite. In small letters. */
const STRONGER =
  /\b(?:massive|major|huge|largest|biggest|record|critical|millions?|billions?|immediately|emergency|unprecedented|all)\b/g;
const DOUBTFUL =
  /\b(?:may|might|could|reportedly|rumou?rs?|alleged(?:ly)?|unconfirmed|minor|small|plans?|considers?)\b/g;
const UNDONE =
  /\b(?:den(?:y|ies|ied)|false|fake|debunk\w*|recover(?:s|ed)?|returned|returns|refund\w*|reimburse\w*|restor(?:es|ed)|foiled|averted|prevented|cancel(?:s|led)?|postpone[sd]?|delay(?:s|ed)?|end(?:s|ed)? partnership)\b/;

const countOf = (words: string, pattern: RegExp): number => words.match(pattern)?.length ?? 0;

/**
 * Strength with which a title says what its category says: −1 the opposite, 1 in full.
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
 * Way a title points, −1 risk off … 1 risk on: the sign of its category times its tone. Of a regulator the rules of headlines give
 * the sign, and neither a hedge nor a delay turns it round, since they have read it.
 *
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

/** Least strength of a title that was read: hedges make an event doubtful, and never point the other way. */
const LEAST_STRENGTH = 0.1;

/**
 * Way a title points whose sign a reader of clauses has found: what takes an event back was read there, so that only strength and doubt are left.
 *
 * @param sign of the reading.
 */
export function readBias(title: string, sign: -1 | 0 | 1, { tone }: NewsConfig = NEWS_V2): number {
  const words = title.slice(0, 400).toLowerCase();
  const strength = tone.plain + tone.step * (countOf(words, STRONGER) - countOf(words, DOUBTFUL));
  return clean(sign * clamp(strength, LEAST_STRENGTH, 1));
}

/** No negative zero. */
function clean(value: number): number {
  return value === 0 ? 0 : value;
}
