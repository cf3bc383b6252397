/** Chains whose transfers are read, their tokens, and the way in which nodes are asked. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** A token of ERC-20. */
export interface EvmToken {
  /** Its contract, in small letters. */
  readonly address: string;
  /** Coin that it stands for, as a perp names it. */
  readonly symbol: string;
  readonly decimals: number;
}

/** A chain. */
export interface EvmChain {
  readonly name: string;
  /** Number by which a node says which chain it has. */
  readonly chainId: number;
  /** Usual time between two blocks. */
  readonly blockMs: number;
  /** Blocks on top of one from which on it counts. */
  readonly confirmations: number;
  readonly tokens: readonly EvmToken[];
}

/** Way in which nodes are asked; times in ms. */
export interface EvmReadingConfig {
  readonly version: `evm-reading/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Most blocks of one question; halved while a node refuses it. */
  readonly range: number;
  /** Most spans of blocks that one pull reads. */
  readonly spansAtOnce: number;
  /** Most addresses of one question. */
  readonly addressesAtOnce: number;
  /** Span before now that is read where nothing was read before. */
  readonly firstMs: number;
  /** A newest block that is further ahead of now is no block of now: what it says of time would keep old reads fresh. */
  readonly aheadMs: number;
  /** Hashes that are kept of blocks that were read: one of each span, the newest. */
  readonly hashes: number;
  /** Age at which what was read last is stale. */
  readonly staleMs: number;
  /** Largest answer, bytes. */
  readonly maxBytes: number;
}

/**
 * Ethereum with the dollar coins and the wrapped coins that most value moves in. A changed list is a new constant.
 *
 * @source the contracts as their issuers name them (Tether, Circle, WETH, WBTC).
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

/** A minute has five blocks of Ethereum, which six requests read. The rest is for what was missed. */
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
