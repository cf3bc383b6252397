/** Provenance as answers show it. */

import type { Provenance } from '@barograph/contract';
import { FEED_NAMES, type FeedName } from './feeds.ts';
import type { Market } from './market.ts';

/**
 * Sources of something as an answer shows them: not fresh while a source fails, and without a source that the host no
 * longer has. undefined of a host with one source, which does not say.
 */
export function shownProvenance(
  market: Pick<Market, 'sources' | 'isFresh'>,
  provenance: readonly Provenance[] | undefined,
): readonly Provenance[] | undefined {
  if (provenance === undefined || market.sources.length < 2) return undefined;
  return provenance.flatMap((block) => {
    const isFresh = market.isFresh(block.source, block.feed);
    return isFresh === undefined ? [] : [{ ...block, isFresh: block.isFresh && isFresh }];
  });
}

/** The same as a field that is left out. */
export function shownField(
  market: Pick<Market, 'sources' | 'isFresh'>,
  provenance: readonly Provenance[] | undefined,
): { readonly provenance?: readonly Provenance[] } {
  const shown = shownProvenance(market, provenance);
  return shown === undefined ? {} : { provenance: shown };
}

/** Feeds that events are made of. */
const TOLD: ReadonlySet<FeedName> = new Set<FeedName>([
  'bars',
  'funding',
  'openInterest',
  'contexts',
  'mids',
  'book',
  'trades',
  'liquidations',
  'accounts',
  'leaderboard',
  'account',
  'accountFills',
  'forcedCloses',
]);

/** Whether events are made of a feed. */
export function tellsEvents(name: FeedName): boolean {
  return TOLD.has(name);
}

/**
 * The sources of a host at a moment, epoch ms, for what is made of all of them as they come: events. A feed that has
 * brought nothing yet is left out. undefined of a host with one source.
 */
export function sourcesNow(market: Pick<Market, 'sources' | 'state'>, at: number): readonly Provenance[] | undefined {
  if (market.sources.length < 2) return undefined;
  const blocks = market
    .state(at)
    .flatMap(({ id, kind, feeds }) =>
      feeds.flatMap(({ feed, status, asOf }): readonly Provenance[] =>
        asOf === null ? [] : [{ feed, source: id, kind, asOf, isFresh: status === 'ok' }],
      ),
    );
  return FEED_NAMES.filter(tellsEvents).flatMap((name) => blocks.filter(({ feed }) => feed === name));
}
