/** Pools and tokens on chains: lists of pools, a token with its pools, promotions, checks of a token. */

import type { CheckSource, PoolList, Promotion, PromotionList, TokenAt } from '@barograph/contract';
import type { Pool, PoolChain, TokenFinding } from '@barograph/stress';

/** Query for a list of pools at a time, epoch ms. */
export interface PoolsQuery {
  readonly list: PoolList;
  readonly chain: PoolChain;
  readonly asOf: number;
}

/** Rows of the pools feed in list order, including dead pools. */
export interface Pools {
  readonly pools: readonly Pool[];
}

/** Query for a token at a time, epoch ms. */
export interface TokenQuery {
  readonly chain: PoolChain;
  /** Address in the spelling of `tokenAddress` of `@barograph/stress`. */
  readonly address: string;
  readonly asOf: number;
}

/** Rows of the token pools feed. */
export interface TokenPools {
  /** null for an unknown address. */
  readonly token: TokenAt | null;
  readonly pools: readonly Pool[];
}

/** Query for promotions at a time, epoch ms. */
export interface PromotionsQuery {
  readonly list: PromotionList;
  readonly asOf: number;
}

/** Rows of the promotions feed, in list order. */
export interface Promotions {
  readonly promotions: readonly Promotion[];
}

/** Facts of a token, apart from its checks. */
export interface TokenFacts {
  readonly symbol: string | null;
  readonly name: string | null;
  /** NaN when unknown. */
  readonly decimals: number;
  /** Supply in smallest units, decimal digits; null when unknown. */
  readonly supply: string | null;
  /** NaN when unknown. */
  readonly holders: number;
}

/** Rows of the token security feed. */
export interface TokenSecurity {
  /** null when no answering source knows the address. */
  readonly token: TokenFacts | null;
  readonly findings: readonly TokenFinding[];
  readonly sources: readonly CheckSource[];
}
