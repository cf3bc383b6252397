/** A source of everything that the risks read, made up by a test; a feed that is left out does not answer. */

import { err, ok } from '@barograph/core';
import type { FeedName, FeedRows } from '../../../../sources/src/market/feeds.ts';
import type { Source } from '../../../../sources/src/market/source.ts';

/** Feeds of the risks. */
export type RiskFeed = Extract<
  FeedName,
  'macro' | 'macroCalendar' | 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines'
>;
/** Rows by feed; undefined: the feed is away. */
export type RiskRows = { [Name in RiskFeed]?: FeedRows<Name> | undefined };

/**
 * A source with the named feeds, whose rows may be changed between pulls.
 *
 * @param rows as they are; nothing is cut to the question: the caller must not use what it may not know.
 */
export function outlookSource(rows: RiskRows, names: readonly RiskFeed[]): Source {
  const feed = (name: RiskFeed) => ({
    pull: async ({ asOf }: { readonly asOf: number }) => {
      const found = rows[name];
      return found === undefined
        ? err({ code: 'stale_source' as const, reason: 'it is away' })
        : ok({ rows: found, asOf });
    },
  });
  return {
    id: 'outlook',
    kind: 'files',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of each feed's own type
    feeds: Object.fromEntries(names.map((name) => [name, feed(name)])) as Source['feeds'],
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}
