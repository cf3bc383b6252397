/** Parameters of pools and tokens on chains, by version. */

import { deepFreeze, UsageError, within } from '@barograph/core';

/** Chains with simulated pools. */
export const SIMULATED_CHAINS = ['solana', 'ethereum', 'base', 'bsc', 'arbitrum'] as const;
/** Chain with simulated pools. */
export type SimulatedChain = (typeof SIMULATED_CHAINS)[number];

/** True nature of a young token, which readers infer from its behaviour. */
export const TOKEN_KINDS = ['honest', 'mintable', 'taxed', 'trap', 'rug', 'wash'] as const;
/** Kind of a young token. */
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Parameters. Shares are fractions, amounts USD. */
export interface PoolsConfig {
  readonly version: 'pools/1';
  /** Coins of the market with a token on each chain. */
  readonly coins: Readonly<Record<SimulatedChain, readonly string[]>>;
  /** Pool of a coin: its share of the coin's volume, and its reserve over its typical daily volume. */
  readonly coinPool: { readonly volumeShare: number; readonly reserve: number; readonly ticket: number };
  /** Tokens created per hour and chain, and hours for which they are listed. */
  readonly perHour: number;
  readonly listedHours: number;
  /** Share of young tokens with the ticker of an unrelated coin. */
  readonly lookalikes: number;
  readonly kinds: Readonly<Record<TokenKind, number>>;
  /** First reserve of a young pool, log-uniform; volume of its first day over that reserve; typical order. */
  readonly reserve: readonly [least: number, most: number];
  readonly turnover: readonly [least: number, most: number];
  readonly ticket: number;
  /**
   * Hours until the peak of a young token, log-uniform; log price at the peak, mean and deviation of a logistic law.
   */
  readonly peakHours: readonly [least: number, most: number];
  readonly peak: readonly [mean: number, scale: number];
  /** Rest of an emptied pool, and the reported volume of a `wash` pool. */
  readonly emptied: number;
  readonly washVolume: number;
  /** Share of tokens with a profile, and of those that buy boosts; available boosts. */
  readonly profiles: number;
  readonly boosted: number;
  readonly boosts: readonly number[];
  /** Shares of unanswered checks, and of tokens whose holders are unavailable. */
  readonly unknown: number;
  readonly unasked: number;
}

/** Simulated pools and tokens, version 1. */
export const POOLS_V1: PoolsConfig = deepFreeze<PoolsConfig>({
  version: 'pools/1',
  coins: {
    solana: ['SOL', 'BONK', 'BTC', 'ETH'],
    ethereum: ['ETH', 'BTC', 'LINK', 'UNI', 'AAVE', 'MKR', 'CRV', 'PEPE', 'SHIB'],
    base: ['ETH', 'BTC', 'AAVE'],
    bsc: ['ETH', 'BTC', 'XRP', 'ADA', 'DOGE', 'LINK'],
    arbitrum: ['ETH', 'ARB', 'LINK', 'UNI'],
  },
  coinPool: { volumeShare: 0.02, reserve: 0.5, ticket: 1500 },
  perHour: 3,
  listedHours: 168,
  lookalikes: 0.12,
  kinds: { honest: 0.55, mintable: 0.15, taxed: 0.1, trap: 0.1, rug: 0.094, wash: 0.006 },
  reserve: [2000, 200_000],
  turnover: [0.2, 20],
  ticket: 120,
  peakHours: [2, 48],
  peak: [0.4, 0.6],
  emptied: 0.01,
  washVolume: 6e7,
  profiles: 0.5,
  boosted: 0.3,
  boosts: [10, 30, 50, 100, 500],
  unknown: 0.06,
  unasked: 0.04,
});

/** Checks the config. @throws {UsageError} when a field is invalid; the message names it. */
export function checkPools(config: PoolsConfig): PoolsConfig {
  const { coinPool, kinds, reserve, turnover, peakHours, peak } = config;
  for (const name of ['lookalikes', 'profiles', 'boosted', 'unknown', 'unasked'] as const) {
    within(`pools.${name}`, config[name], 0, 1);
  }
  within('pools.coinPool.volumeShare', coinPool.volumeShare, 0, 1);
  within('pools.coinPool.reserve', coinPool.reserve, 1e-6, 1e6);
  within('pools.coinPool.ticket', coinPool.ticket, 1e-6, 1e9);
  within('pools.perHour', config.perHour, 0, 100);
  within('pools.listedHours', config.listedHours, 1, 1000);
  within('pools.ticket', config.ticket, 1e-6, 1e9);
  within('pools.emptied', config.emptied, 0, 1e6);
  within('pools.washVolume', config.washVolume, 0, 1e12);
  within('pools.peak.1', peak[1], 0, 10);
  for (const [name, [least, most]] of Object.entries({ reserve, turnover, peakHours })) {
    within(`pools.${name}.0`, least, 1e-9, 1e12);
    within(`pools.${name}.1`, most, least, 1e12);
  }
  const sum = TOKEN_KINDS.reduce((total, kind) => total + within(`pools.kinds.${kind}`, kinds[kind], 0, 1), 0);
  if (Math.abs(sum - 1) > 1e-9) throw new UsageError(`"pools.kinds" expected shares that sum to 1, got ${sum}`);
  if (config.boosts.length === 0) throw new UsageError('"pools.boosts" expected at least one, got none');
  return config;
}
