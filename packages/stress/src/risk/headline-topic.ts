/** Topic of a headline of a paper, by its own words. */

import { classifyHeadline } from './headlines.ts';

/** Words of an attack: small letters. */
const ATTACK =
  /\b(?:hack(?:s|ed|er|ers|ing)?|exploit(?:s|ed|er)?|drain(?:s|ed|er)?|stolen|steals?|heist|breach(?:es|ed)?|rug ?pull(?:s|ed)?|phishing|vulnerabilit(?:y|ies)|laundered)\b/;

/**
 * `security` where it names an attack, `policy` where a rule of headlines fits, else `market`.
 *
 * @example
 * topicOfHeadline('Bridge exploited for 80 million dollars'); // → 'security'
 * topicOfHeadline('SEC sues a crypto exchange'); // → 'policy'
 * topicOfHeadline('Bitcoin rises above its mean of 200 days'); // → 'market'
 */
export function topicOfHeadline(title: string): 'policy' | 'security' | 'market' {
  if (ATTACK.test(title.slice(0, 400).toLowerCase())) return 'security';
  return classifyHeadline(title).rule === null ? 'market' : 'policy';
}
