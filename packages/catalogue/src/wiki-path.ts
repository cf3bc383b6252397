/** Paths of entries in the wiki. */

import type { Indicator } from './indicator.ts';
import type { Strategy } from './strategy.ts';

/**
 * Path of an entry's page in the wiki, such as `strategies/breakout/donchian-breakout.md`.
 *
 * @example
 * wikiPathOf({ group: 'funding-carry', slug: 'cash-and-carry' }); // → 'strategies/funding-carry/cash-and-carry.md'
 */
export function wikiPathOf(
  entry: Pick<Strategy, 'group' | 'slug'> | Pick<Indicator, 'group' | 'slug' | 'formula'>,
): string {
  return `${'formula' in entry ? 'indicators' : 'strategies'}/${entry.group}/${entry.slug}.md`;
}
