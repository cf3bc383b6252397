/** Pools and tokens through the leader: equal requests of several replicas within a minute share one upstream request. */

import type { FeedName, Feeds } from '@barograph/sources';
import type { Relay } from './relay.ts';
import { sharedFeed, type FeedSharing, type SharedFeed } from './shared-feed.ts';

/** Sharing of everything about chains. */
export interface ChainSharing extends FeedSharing {
  readonly version: `chain-sharing/${string}`;
}

/** Version 1. An operation waits 6.5 s; the relay times out half a second earlier, so that the caller gets an error message. */
export const CHAIN_SHARING_V1: ChainSharing = Object.freeze({
  version: 'chain-sharing/1',
  sharedMs: 60_000,
  kept: 512,
  deadlineMs: 6000,
});

/** Feeds about chains. */
export const CHAIN_FEEDS = ['pools', 'tokenPools', 'promotions', 'tokenSecurity'] as const;
/** One of them. */
export type ChainFeed = (typeof CHAIN_FEEDS)[number];

/** Whether a feed is about chains. */
export function isChainFeed(name: FeedName): name is ChainFeed {
  return CHAIN_FEEDS.some((feed) => feed === name);
}

/** Feeds about chains as every replica asks them; those that the source does not have are left out. */
export type SharedChains = { readonly [Name in ChainFeed]?: SharedFeed<Name> };

/**
 * Shares requests for pools and tokens between replicas.
 * @param feeds feeds of the source named `id`, called only by the leader.
 */
export function sharedChains(id: string, feeds: Partial<Feeds>, relay: Relay): SharedChains {
  const { pools, tokenPools, promotions, tokenSecurity } = feeds;
  const sharing = CHAIN_SHARING_V1;
  const ofToken = ({ chain, address }: { readonly chain: string; readonly address: string }): string =>
    `${chain} ${address}`;
  return {
    ...(pools === undefined
      ? {}
      : { pools: sharedFeed(id, 'pools', pools, ({ list, chain }) => `${list} ${chain}`, relay, sharing) }),
    ...(tokenPools === undefined
      ? {}
      : { tokenPools: sharedFeed(id, 'tokenPools', tokenPools, ofToken, relay, sharing) }),
    ...(promotions === undefined
      ? {}
      : { promotions: sharedFeed(id, 'promotions', promotions, ({ list }) => list, relay, sharing) }),
    ...(tokenSecurity === undefined
      ? {}
      : { tokenSecurity: sharedFeed(id, 'tokenSecurity', tokenSecurity, ofToken, relay, sharing) }),
  };
}

/** The feeds as the source behind the relay has them. */
export function chainFeeds(shared: SharedChains): Pick<Partial<Feeds>, ChainFeed> {
  return Object.fromEntries(Object.entries(shared).map(([name, { feed }]) => [name, feed]));
}
