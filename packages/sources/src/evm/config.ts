/** Chains, their tokens, and limits of reading transfers. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** ERC-20 token. */
export interface EvmToken {
  /** Contract address, lower case. */
  readonly address: string;
  /** Coin of the token, by its name among perps. */
  readonly symbol: string;
  readonly decimals: number;
}

/** Chain with its tokens. */
export interface EvmChain {
  readonly name: string;
  /** Chain id that a node reports. */
  readonly chainId: number;
  /** Usual time between blocks, ms. */
  readonly blockMs: number;
  /** Confirmations required for a block. */
  readonly confirmations: number;
  readonly tokens: readonly EvmToken[];
}

/** Limits of reading a node; times in ms. */
export interface EvmReadingConfig {
  readonly version: `evm-reading/${string}`;
  /** Requests per minute, each of weight 1. */
  readonly budget: number;
  /** Maximum blocks per request; halved while a node refuses. */
  readonly range: number;
  /** Maximum spans of blocks per pull. */
  readonly spansAtOnce: number;
  /** Maximum addresses per request. */
  readonly addressesAtOnce: number;
  /** Time before now that the first read covers. */
  readonly firstMs: number;
  /** Maximum lead of the newest block's time over now. A wrong time would keep old reads fresh. */
  readonly aheadMs: number;
  /** Maximum hashes kept of read blocks: the newest block of each span. */
  readonly hashes: number;
  /** Age at which the last read is stale. */
  readonly staleMs: number;
  /** Maximum answer size, bytes. */
  readonly maxBytes: number;
}

/**
 * Ethereum with the dollar coins and wrapped coins that carry most value. Add a constant instead of changing the list.
 *
 * @source contracts as named by their issuers (Tether, Circle, WETH, WBTC).
 */
export const EVM_CHAINS_V1: {
  readonly version: 'evm-chains/1';
  readonly ethereum: EvmChain;
} = deepFreeze({
  version: 'evm-chains/1',
  ethereum: {
    name: 'ethereum',
    chainId: 1,
    blockMs: 12_000,
    confirmations: 12,
    tokens: [
      { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', symbol: 'USDT', decimals: 6 },
      { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', symbol: 'USDC', decimals: 6 },
      { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'ETH', decimals: 18 },
      { address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', symbol: 'BTC', decimals: 8 },
    ],
  },
});

/** A minute has five blocks of Ethereum, which six requests read. The rest catches up missed blocks. */
export const EVM_READING_V1: EvmReadingConfig = deepFreeze({
  version: 'evm-reading/1',
  budget: 240,
  range: 1000,
  spansAtOnce: 8,
  addressesAtOnce: 500,
  firstMs: 2 * DAY_MS,
  aheadMs: HOUR_MS,
  hashes: 64,
  staleMs: 15 * MINUTE_MS,
  maxBytes: 16_777_216,
});
