/** Provenance in answers. */

import type { Provenance } from '@barograph/contract';
import { FEED_NAMES, type FeedName } from './feeds.ts';
import type { Market } from './market.ts';

/**
 * Provenance of an answer: not fresh while a source fails, and without sources that the host no
 * longer has. undefined for a host with a single source.
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

/** Returns {@link shownProvenance} as an optional field. */
export function shownField(
  market: Pick<Market, 'sources' | 'isFresh'>,
  provenance: readonly Provenance[] | undefined,
): { readonly provenance?: readonly Provenance[] } {
  const shown = shownProvenance(market, provenance);
  return shown === undefined ? {} : { provenance: shown };
}

/** Feeds that events derive from. */
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

/** Whether events derive from a feed. */
export function tellsEvents(name: FeedName): boolean {
  return TOLD.has(name);
}

/**
 * Provenance of events, which derive from all sources of a host. Feeds without data yet are
 * omitted. undefined for a host with a single source. @param at time of the market, epoch ms.
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
