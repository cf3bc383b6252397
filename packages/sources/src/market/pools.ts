/** Pools and tokens on chains: lists of pools, a token with its pools, promotions, checks of a token. */

import type { CheckSource, PoolList, Promotion, PromotionList, TokenAt } from '@barograph/contract';
import type { Pool, PoolChain, TokenFinding } from '@barograph/stress';

/** Query for a list of pools at a moment, epoch ms. */
export interface PoolsQuery {
  readonly list: PoolList;
  readonly chain: PoolChain;
  readonly asOf: number;
}

/** Rows of the pools feed, in the order of the list; dead ones included. */
export interface Pools {
  readonly pools: readonly Pool[];
}

/** Query for one token at a moment, epoch ms. */
export interface TokenQuery {
  readonly chain: PoolChain;
  /** As `tokenAddress` of `@barograph/stress` spells it. */
  readonly address: string;
  readonly asOf: number;
}

/** Rows of the token pools feed. */
export interface TokenPools {
  /** Null of an address that the source does not know. */
  readonly token: TokenAt | null;
  readonly pools: readonly Pool[];
}

/** Query for promotions at a moment, epoch ms. */
export interface PromotionsQuery {
  readonly list: PromotionList;
  readonly asOf: number;
}

/** Rows of the promotions feed, in the order of the list. */
export interface Promotions {
  readonly promotions: readonly Promotion[];
}

/** A token as it is known, besides its checks. */
export interface TokenFacts {
  readonly symbol: string | null;
  readonly name: string | null;
  /** NaN where it is not known. */
  readonly decimals: number;
  /** Smallest units, in decimal digits; null where it is not known. */
  readonly supply: string | null;
  /** NaN where it is not known. */
  readonly holders: number;
}

/** Rows of the token security feed. */
export interface TokenSecurity {
  /** Null of an address that every source that answered does not know. */
  readonly token: TokenFacts | null;
  readonly findings: readonly TokenFinding[];
  readonly sources: readonly CheckSource[];
}
