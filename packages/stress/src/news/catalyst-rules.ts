/**
 * Classifies a title by ordered rules, under a version: noise first, then catalysts. Regulation uses the headline
 * rules, attacks the words of their topic; listings are never read from text.
 */

import { deepFreeze } from '@barograph/core';
import { classifyHeadline } from '../risk/headlines.ts';
import { HEADLINE_RULES_V2 } from '../risk/headline-rules.ts';
import type { NewsCategory } from './config.ts';

/** Patterns of titles by kind of catalyst; the first match decides. */
export interface CatalystRules {
  /** CalVer. */
  readonly version: `catalyst-rules/${string}`;
  /** Mass-produced titles: moves and volumes of one coin, advertising, guides. Lower case, as all patterns below. */
  readonly noise: readonly RegExp[];
  /** Unconfirmed attacks. */
  readonly rumour: RegExp;
  /** Words of attacks used for something else: trials of old ones, competitions. */
  readonly notAttack: RegExp;
  /** Attacks in words other than those of the topic. */
  readonly attack: RegExp;
  /** Authorities; without one a title is not about regulation. */
  readonly authority: RegExp;
  /** Least confidence of a headline rule. */
  readonly confidence: number;
  readonly opinion: RegExp;
  readonly partnership: RegExp;
  readonly product: RegExp;
}

/** Rules, version 1. */
export const CATALYST_RULES_V1: CatalystRules = deepFreeze<CatalystRules>({
  version: 'catalyst-rules/2026.11.1',
  noise: [
    /\b(?:price (?:prediction|analysis|target|watch|forecast)s?|technical analysis|how to buy|where to buy|best (?:crypto|coins?|wallets?)|top \d+ |presale|giveaway|sponsored|advertorial|press release|podcast|webinar|newsletter|horoscope|quiz|promo code)\b/,
    /\b(?:self[- ]reported market cap|market cap(?:itali[sz]ation)? (?:hits|reaches|tops)|(?:trading )?volume (?:hits|reaches|tops)|(?:24|one|1)[- ](?:hour|day) (?:trading )?volume|moving average of)\b/,
    /\b(?:trading (?:up|down)|trading [\d.]+% (?:higher|lower)|(?:stock )?price (?:up|down) [\d.]+%|price (?:hits|tops|reaches) \$|shares (?:up|down|gap|cross|sold|bought)|stock price)\b/,
    /\((?:nyse|nasdaq|nysearca|lon|tse|otcmkts):/,
  ],
  rumour:
    /\b(?:alleged(?:ly)?|rumou?rs?|reportedly|unconfirmed|suspected|possible|potential|fears?|denies|denied|claims?)\b/,
  notAttack:
    /\b(?:hackathons?|life ?hacks?|growth hack\w*|sentenc\w*|convict\w*|trial|pleads?|extradit\w*|arrest\w*|anniversary|years? (?:after|ago|later)|report finds|in 20\d\d)\b/,
  attack:
    /\b(?:attack(?:er|ers|ed)?|siphon(?:s|ed)?|loses? \$[\d.]+ ?(?:m|b|million|billion)\b.{0,40}\b(?:bug|wallet|bridge|contract|key))\b/,
  authority:
    /\b(?:sec|cftc|fincen|ofac|occ|finra|fca|mas|bafin|esma|eba|fatf|irs|doj|fdic|fed|mica|finma|asic|sebi|treasury|regulators?|watchdog|courts?|judges?|jury|senat\w*|congress|house|lawmakers?|parliament|legislat\w*|governments?|president|minist(?:er|ers|ry)|central banks?|attorney general|prosecutors?|police|authorit(?:y|ies)|commission(?:ers?)?|bills?|law|laws|lawsuits?|etfs?|sanctions?|bans?|banned|licen[cs]es?|china|eu|european union)\b/,
  confidence: 0.6,
  opinion:
    /^(?:opinion|why|how|what|where|when|is|are|can|will|should|could|does|do)\b|\?$|\b(?:op-ed|opinion|analysts?|predicts?|prediction|believes?|thinks|expects|outlook|forecasts?|could (?:hit|reach|see|soar|surge|fall|crash)|bullish|bearish|here'?s|explained|interview)\b/,
  partnership:
    /\b(?:partners? with|partnership|partnering|team(?:s|ed|ing)? up|join(?:s|ed)? forces|collaborat\w+|integrat(?:es|ed|ion) with|strategic (?:investment|alliance)|acquir(?:es|ed|ing)|acquisition|takes? stake|buys? stake|merger|merges? with)\b/,
  product:
    /\b(?:launch(?:es|ed|ing)?|unveil(?:s|ed)?|roll(?:s|ed|ing)? out|introduc(?:es|ed|ing)|mainnet|testnet|upgrade[sd]?|hard fork|goes live|went live|debuts?|activat(?:es|ed)|ships|deploys?)\b/,
});

/** Reading of a title: noise, or a category of catalyst. */
export interface CatalystReading {
  readonly isNoise: boolean;
  /** Category; null for noise, and when the title is not a catalyst. */
  readonly category: NewsCategory | null;
  readonly rulesVersion: string;
}

/** Longest part of a title to read, and fewest words that carry information. */
const READ = 400;
const WORDS = 3;

/**
 * Classifies a title; external text is read, never executed.
 *
 * @param rules the rules. @default CATALYST_RULES_V1
 * @example
 * catalystOf('Bridge exploited, Ethereum drained of $80 million').category; // → 'hack'
 * catalystOf('Bitcoin price prediction for May').isNoise; // → true
 */
export function catalystOf(title: string, rules: CatalystRules = CATALYST_RULES_V1): CatalystReading {
  const words = title.slice(0, READ).toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const rulesVersion = rules.version;
  const isNoise = words.split(' ').length < WORDS || rules.noise.some((pattern) => pattern.test(words));
  return { isNoise, category: isNoise ? null : categoryOf(words, rules), rulesVersion };
}

/** Words of the security topic. */
const ATTACK =
  /\b(?:hack(?:s|ed|er|ers|ing)?|exploit(?:s|ed|er)?|drain(?:s|ed|er)?|stolen|steals?|heist|breach(?:es|ed)?|rug ?pull(?:s|ed)?|phishing|vulnerabilit(?:y|ies)|laundered)\b/;

function categoryOf(words: string, rules: CatalystRules): NewsCategory | null {
  const isAttack = ATTACK.test(words) || rules.attack.test(words);
  if (isAttack && !rules.notAttack.test(words)) return rules.rumour.test(words) ? 'exploit_rumour' : 'hack';
  if (rules.opinion.test(words)) return 'opinion';
  const { rule, confidence } = classifyHeadline(words, HEADLINE_RULES_V2);
  if (rule !== null && confidence >= rules.confidence && rules.authority.test(words)) return 'regulatory';
  if (rules.partnership.test(words)) return 'partnership';
  return rules.product.test(words) ? 'product' : null;
}
