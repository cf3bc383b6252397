/** Settings of the sources about chains. */

import { deepFreeze } from '@barograph/core';
import type { PoolChain } from '@barograph/stress';

/** Default base URL of each source. */
export const CHAIN_URLS: Readonly<
  Record<'poolsUrl' | 'promotionsUrl' | 'goplusUrl' | 'honeypotUrl' | 'rugcheckUrl', string>
> = deepFreeze({
  poolsUrl: 'https://api.geckoterminal.com',
  promotionsUrl: 'https://api.dexscreener.com',
  goplusUrl: 'https://api.gopluslabs.io',
  honeypotUrl: 'https://api.honeypot.is',
  rugcheckUrl: 'https://api.rugcheck.xyz',
});

/** Settings of chain sources; times in ms, budgets in requests per minute. */
export interface ChainsConfig {
  readonly version: `chains/${string}`;
  readonly budgets: {
    readonly pools: number;
    readonly promotions: number;
    readonly goplus: number;
    readonly honeypot: number;
    readonly rugcheck: number;
  };
  /** Names of the chains at the pools source, and chain ids where they exist. */
  readonly networks: Readonly<Record<PoolChain, string>>;
  readonly chainIds: Readonly<Partial<Record<PoolChain, number>>>;
  /** Chains that the trade simulation supports. */
  readonly simulated: readonly PoolChain[];
  /** Maximum length of names and descriptions, characters; the rest is cut. */
  readonly longestName: number;
  readonly longestText: number;
}

/**
 * Version 1. The pools source allows 30 requests per minute, the promotions source 60; the check sources state some 30, or no limit.
 *
 * @source the public API references of GeckoTerminal, DexScreener, GoPlus, honeypot.is and RugCheck.
 */
export const CHAINS_V1: ChainsConfig = deepFreeze<ChainsConfig>({
  version: 'chains/1',
  budgets: { pools: 28, promotions: 50, goplus: 28, honeypot: 28, rugcheck: 28 },
  networks: { solana: 'solana', ethereum: 'eth', base: 'base', bsc: 'bsc', arbitrum: 'arbitrum' },
  chainIds: { ethereum: 1, bsc: 56, base: 8453, arbitrum: 42_161 },
  simulated: ['ethereum', 'bsc', 'base'],
  longestName: 80,
  longestText: 500,
});
