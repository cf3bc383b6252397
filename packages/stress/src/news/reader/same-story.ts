/** Whether two titles report one story, by rare words: names and amounts. */

import { tokensOf } from './tokens.ts';

/** Words common to titles of any story, lower case. */
const COMMON = new Set(['the', 'and', 'with', 'after', 'over', 'from', 'crypto', 'exchange', 'million', 'billion', 'bitcoin', 'ethereum', 'token', 'tokens', 'coin', 'coins', 'says', 'hack', 'hacked', 'exploit', 'stolen', 'attack', 'attacker', 'hackers', 'funds', 'users', 'wallet', 'wallets', 'approves', 'sues', 'bans', 'fines', 'court', 'new', 'first', 'firm', 'platform', 'digital', 'assets', 'stablecoin', 'sec', 'for', 'its', 'has', 'was', 'that', 'this']); // prettier-ignore

/**
 * Keys of a title: amounts to one digit, and words by their first letters, so that `$47.6M` and "nearly $50 million"
 * agree.
 */
function keysOf(title: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { word } of tokensOf(title)) {
    const amount = /^[$€£]?(\p{N}[\p{N}.,]*)/u.exec(word)?.[1];
    if (amount !== undefined) {
      const value = Number(amount.replaceAll(',', ''));
      if (value > 0) keys.add(`#${Number(value.toPrecision(1))}`);
    } else if (word.length >= 3 && !COMMON.has(word)) {
      keys.add(word.slice(0, 6));
    }
  }
  return keys;
}

/** Number of rare words and amounts that two titles share. */
export function sharedKeys(a: string, b: string): number {
  const keys = keysOf(b);
  let shared = 0;
  for (const key of keysOf(a)) if (keys.has(key)) shared++;
  return shared;
}
