/** Port of the chain operations: pools, tokens, promotions, token checks. */

import type { DeadPoolReason, Pool, PoolChain, TokenFinding } from '@barograph/stress';
import { port, type CallerKey } from '../context.ts';
import type { DataSource } from '../parameters.ts';
import type { Provenance } from '../published.ts';

/** Pool with the perp of its base token. */
export interface PoolListed extends Pool {
  /** Perp of the token, matched by contract address; null without a perp, or when addresses are unknown. */
  readonly perp: string | null;
  /** null for an active pool. */
  readonly dead: DeadPoolReason | null;
}

/** Pools of a list. */
export interface PoolsListed {
  /** Pools in list order, without dead pools. */
  readonly pools: readonly PoolListed[];
  /** Counts of dropped pools, by reason. */
  readonly excluded: Readonly<Record<DeadPoolReason, number>>;
  /** Chains whose pools are missing. */
  readonly missing: readonly PoolChain[];
  /** Whether coin addresses are known; without them all perps are null. */
  readonly hasPerps: boolean;
}

/** Token. Unknown numbers are NaN, unknown texts null. */
export interface TokenAt {
  readonly chain: PoolChain;
  /** Address in the spelling of `tokenAddress` of `@barograph/stress`. */
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number;
  /** USD. */
  readonly price: number;
  /** Liquidity over all pools, USD. */
  readonly reserve: number;
  /** 24-hour volume over all pools, USD. */
  readonly volume24h: number;
  readonly marketCap: number;
  readonly fullyDiluted: number;
}

/** A token with its pools. */
export interface TokenListed {
  readonly token: TokenAt;
  readonly perp: string | null;
  /** Active pools first, then by volume, largest first. */
  readonly pools: readonly PoolListed[];
}

/** Promoted token. */
export interface Promotion {
  /** Chain name at the source, including chains without pools here. */
  readonly chain: string;
  readonly address: string;
  readonly kind: 'profile' | 'boost';
  /** Text of the advertiser; null without one. */
  readonly description: string | null;
  /** The source's page of the token; null without a valid one. */
  readonly url: string | null;
  /** Boosts of this purchase; NaN for a profile. */
  readonly amount: number;
  /** Total active boosts; NaN for a profile. */
  readonly total: number;
  /** Whether its community took it over; null when unknown. */
  readonly isTakeover: boolean | null;
}

/** Promoted tokens. */
export interface PromotionsListed {
  readonly promotions: readonly Promotion[];
}

/** Source of checks with its status. */
export interface CheckSource {
  readonly source: string;
  readonly state: 'ok' | 'unknown' | 'unavailable';
  /** null unless unavailable. */
  readonly reason: string | null;
}

/** Token with the findings of its checks. */
export interface TokenChecked {
  readonly chain: PoolChain;
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number;
  /** Supply in smallest units, decimal digits; null when unknown. */
  readonly supply: string | null;
  readonly holders: number;
  readonly findings: readonly TokenFinding[];
  readonly sources: readonly CheckSource[];
}

/** Time and origin of an answer. */
export interface FoundAt {
  /** Epoch ms. */
  readonly asOf: number;
  readonly dataSource: DataSource;
  /** Present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
}

/** Reason for a missing answer. */
export type NotFound =
  /** The sources answered but do not know it. */
  | { readonly kind: 'unknown' }
  /** The key is over its rate; seconds until the next request. */
  | { readonly kind: 'limited'; readonly retryAfter: number; readonly limit: string }
  /** No source answered in time. */
  | { readonly kind: 'late' }
  | { readonly kind: 'no_source' };

/** Outcome of a query, cached for 60 s. */
export type DexFound<Found> = { readonly kind: 'found'; readonly found: Found & FoundAt } | NotFound;

/** Lists of pools. */
export type PoolList = 'trending' | 'new';
/** Lists of promotions: the newest, or the largest spend. */
export type PromotionList = 'latest' | 'top';

/** Chain data of a host. Addresses are spelt like `tokenAddress` of `@barograph/stress`. */
export interface DexService {
  /** @param chain chain of the pools. @default all chains */
  pools(list: PoolList, chain: PoolChain | undefined): Promise<DexFound<PoolsListed>>;
  /** @param key key whose rate is charged; callers of a service without keys share a rate. */
  token(chain: PoolChain, address: string, key: CallerKey | undefined): Promise<DexFound<TokenListed>>;
  promotions(list: PromotionList): Promise<DexFound<PromotionsListed>>;
  /** @param key as in `token`. */
  checks(chain: PoolChain, address: string, key: CallerKey | undefined): Promise<DexFound<TokenChecked>>;
}

/** Port of pools and tokens on chains. */
export const DEX = port<DexService>('dex');
