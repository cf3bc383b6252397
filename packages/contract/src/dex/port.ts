/** Port of the operations about chains to their host: pools, tokens, promotions, checks of tokens. */

import type { DeadPoolReason, Pool, PoolChain, TokenFinding } from '@barograph/stress';
import { port, type CallerKey } from '../context.ts';
import type { DataSource } from '../parameters.ts';
import type { Provenance } from '../published.ts';

/** A pool, and the perp of its base token. */
export interface PoolListed extends Pool {
  /** Perp of the very token, by its contract address; null: none, or addresses are not known. */
  readonly perp: string | null;
  /** Null of a pool that is alive. */
  readonly dead: DeadPoolReason | null;
}

/** Pools of a list. */
export interface PoolsListed {
  /** In the order of the list; those that are dead are left out. */
  readonly pools: readonly PoolListed[];
  /** Pools that were left out, by reason. */
  readonly excluded: Readonly<Record<DeadPoolReason, number>>;
  /** Chains whose pools did not come. */
  readonly missing: readonly PoolChain[];
  /** False: addresses of coins are not known, and with them no perp. */
  readonly hasPerps: boolean;
}

/** A token. Numbers are NaN where they are not known, texts null. */
export interface TokenAt {
  readonly chain: PoolChain;
  /** As `tokenAddress` of `@barograph/stress` spells it. */
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number;
  /** USD. */
  readonly price: number;
  /** Of all pools, USD. */
  readonly reserve: number;
  /** Of all pools, USD, of the last 24 hours. */
  readonly volume24h: number;
  readonly marketCap: number;
  readonly fullyDiluted: number;
}

/** A token with its pools. */
export interface TokenListed {
  readonly token: TokenAt;
  readonly perp: string | null;
  /** Those that are alive first; within them the largest volume first. */
  readonly pools: readonly PoolListed[];
}

/** A token that somebody paid to show. */
export interface Promotion {
  /** As the source names it: also chains that pools are not read of. */
  readonly chain: string;
  readonly address: string;
  readonly kind: 'profile' | 'boost';
  /** Text of the advertiser; null without one. */
  readonly description: string | null;
  /** Page of the source about the token; null where it gives none that is one. */
  readonly url: string | null;
  /** Boosts of this purchase; NaN of a profile. */
  readonly amount: number;
  /** Boosts that are active in all; NaN of a profile. */
  readonly total: number;
  /** Taken over by its community; null where it is not said. */
  readonly isTakeover: boolean | null;
}

/** Promoted tokens. */
export interface PromotionsListed {
  readonly promotions: readonly Promotion[];
}

/** A source of checks, and whether it answered. */
export interface CheckSource {
  readonly source: string;
  readonly state: 'ok' | 'unknown' | 'unavailable';
  /** Null unless it is unavailable. */
  readonly reason: string | null;
}

/** A token as it is known, and what its checks find. */
export interface TokenChecked {
  readonly chain: PoolChain;
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number;
  /** Smallest units that exist, in decimal digits; null where it is not known. */
  readonly supply: string | null;
  readonly holders: number;
  readonly findings: readonly TokenFinding[];
  readonly sources: readonly CheckSource[];
}

/** Moment and origin of what was found. */
export interface FoundAt {
  /** Epoch ms. */
  readonly asOf: number;
  readonly dataSource: DataSource;
  /** Of a host with several sources only. */
  readonly provenance?: readonly Provenance[];
}

/** Reason why nothing was found. */
export type NotFound =
  /** The sources answered, and know nothing of it. */
  | { readonly kind: 'unknown' }
  /** The key has asked too often; seconds until it may ask again. */
  | { readonly kind: 'limited'; readonly retryAfter: number; readonly limit: string }
  /** No source answered in time, or all failed. */
  | { readonly kind: 'late' }
  | { readonly kind: 'no_source' };

/** Something that was asked for. Within 60 s the same question has the very same answer. */
export type DexFound<Found> = { readonly kind: 'found'; readonly found: Found & FoundAt } | NotFound;

/** Lists of pools. */
export type PoolList = 'trending' | 'new';
/** Lists of promotions: the newest ones, or those of the largest spend. */
export type PromotionList = 'latest' | 'top';

/** Chains of a host. Addresses are spelt as `tokenAddress` of `@barograph/stress` does. */
export interface DexService {
  /** @param chain all of them when left out. */
  pools(list: PoolList, chain: PoolChain | undefined): Promise<DexFound<PoolsListed>>;
  /** @param key whose rate it counts for; of a service without keys all callers have one together. */
  token(chain: PoolChain, address: string, key: CallerKey | undefined): Promise<DexFound<TokenListed>>;
  promotions(list: PromotionList): Promise<DexFound<PromotionsListed>>;
  /** @param key as of `token`. */
  checks(chain: PoolChain, address: string, key: CallerKey | undefined): Promise<DexFound<TokenChecked>>;
}

/** Port of pools and tokens on chains. */
export const DEX = port<DexService>('dex');
