/** Topic of a news headline, from the result of the news reader. */

import { readHeadline } from '../news/reader/read.ts';
import { classifyHeadline } from './headlines.ts';

/**
 * Returns `security` when it asserts an attack, `policy` when it names an act of an authority, asserted or retracted,
 * else `market`.
 *
 * @example
 * topicOfHeadline('Bridge exploited for 80 million dollars'); // → 'security'
 * topicOfHeadline('SEC sues a crypto exchange'); // → 'policy'
 * topicOfHeadline('Bitcoin rises above its mean of 200 days'); // → 'market'
 */
export function topicOfHeadline(title: string): 'policy' | 'security' | 'market' {
  const { category } = readHeadline(title);
  if (category === 'hack' || category === 'exploit_rumour') return 'security';
  return classifyHeadline(title).rule === null ? 'market' : 'policy';
}
