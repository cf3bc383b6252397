/** Parameters of the reference table, by version: invented facts about coins besides their prices. */

import { deepFreeze, shown, UsageError, within } from '@barograph/core';

/** Token that represents a coin. */
export interface TwinConfig {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Coin whose price it has. */
  readonly coin: string;
  /** Its supply as a share of the coin's; all of it circulates. */
  readonly share: number;
}

/** The laws. */
export interface ReferenceConfig {
  readonly version: 'reference/1';
  /** Market cap of the n-th coin at the market's start: `first · n^−exponent`, USD. */
  readonly caps: { readonly first: number; readonly exponent: number };
  /** Share of the coins whose supply circulates completely from the start. */
  readonly wholeShare: number;
  /** Least float of the others at their listing, drawn uniformly up to 1. */
  readonly leastFloat: number;
  /**
   * Locked tokens: a cliff after some months, drawn uniformly, a step each month after it, and a stream. Shares sum to
   * 1.
   */
  readonly locked: {
    readonly cliffShare: number;
    readonly cliffMonths: readonly [number, number];
    readonly stepsShare: number;
    readonly steps: number;
    readonly streamShare: number;
    readonly streamMonths: number;
  };
  /**
   * Postponed schedules: every second coin with a schedule announces it this many months after its listing, by this
   * many days.
   */
  readonly delay: { readonly afterMonths: number; readonly days: number };
  /**
   * Coins without a maximum supply, without a schedule in the source, with only a circulating supply, and one with too
   * small a total.
   */
  readonly uncapped: readonly string[];
  readonly untracked: readonly string[];
  readonly noBasis: readonly string[];
  readonly overBasis: readonly string[];
  /** Coins by raw category. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** Chains of tokens; a coin of the layer 1 category has no contract. */
  readonly chains: readonly string[];
  readonly twins: readonly TwinConfig[];
}

/** Category whose coins are chains of their own. */
export const LAYER_1 = 'Layer 1 (L1)';

/** Simulated reference data, version 1. */
export const REFERENCE_V1: ReferenceConfig = deepFreeze<ReferenceConfig>({
  version: 'reference/1',
  caps: { first: 8e11, exponent: 1.3 },
  wholeShare: 0.4,
  leastFloat: 0.15,
  locked: { cliffShare: 0.2, cliffMonths: [3, 12], stepsShare: 0.6, steps: 120, streamShare: 0.2, streamMonths: 96 },
  delay: { afterMonths: 18, days: 14 },
  uncapped: ['ETH', 'SOL', 'DOGE', 'DOT', 'ATOM', 'TRX', 'XMR', 'USDC', 'DUSK'],
  untracked: ['XMR', 'KAS', 'QNT'],
  noBasis: ['DUSK'],
  overBasis: ['TRX'],
  categories: {
    [LAYER_1]: [
      'BTC', 'ETH', 'SOL', 'XRP', 'AVAX', 'ADA', 'DOT', 'LTC', 'BCH', 'ATOM', 'NEAR', 'APT', 'SUI', 'INJ', 'TIA', 'SEI',
      'TRX', 'XMR', 'ALGO', 'VET', 'KAS', 'HYPE', 'DOGE',
    ],
    'Layer 2 (L2)': ['ARB', 'OP', 'MATIC'],
    'Decentralized Finance (DeFi)': ['AAVE', 'UNI', 'MKR', 'CRV', 'INJ', 'HYPE', 'LINK'],
    'Proof of Work (PoW)': ['BTC', 'LTC', 'BCH', 'DOGE', 'XMR', 'KAS'],
    Meme: ['DOGE', 'SHIB', 'PEPE', 'BONK'],
    Stablecoins: ['USDC'],
    'Privacy Coins': ['XMR', 'DUSK'],
    Oracle: ['LINK'],
    'Real World Assets (RWA)': ['MKR', 'QNT'],
  },
  chains: ['ethereum', 'solana', 'base', 'bsc', 'arbitrum'],
  twins: [
    { id: 'wrapped-bitcoin', symbol: 'WBTC', name: 'Wrapped Bitcoin', coin: 'BTC', share: 0.006 },
    { id: 'bridged-usdc', symbol: 'USDC', name: 'Bridged USDC', coin: 'USDC', share: 0.02 },
    { id: 'bridged-pepe', symbol: 'PEPE', name: 'Bridged PEPE', coin: 'PEPE', share: 0.01 },
  ],
}); // prettier-ignore

/** Checks the config. @throws {UsageError} when a field is invalid; the message names it. */
export function checkReference(config: ReferenceConfig): ReferenceConfig {
  const { caps, wholeShare, leastFloat, locked, delay } = config;
  within('reference.caps.first', caps.first, 1, 1e15);
  within('reference.caps.exponent', caps.exponent, 0, 10);
  within('reference.wholeShare', wholeShare, 0, 1);
  within('reference.leastFloat', leastFloat, 0.001, 1);
  const [least, most] = locked.cliffMonths;
  within('reference.locked.cliffMonths.1', most, within('reference.locked.cliffMonths.0', least, 1, 1200), 1200);
  within('reference.locked.steps', locked.steps, 1, 1200);
  within('reference.locked.streamMonths', locked.streamMonths, 1, 1200);
  const sum = locked.cliffShare + locked.stepsShare + locked.streamShare;
  if (!(Math.abs(sum - 1) < 1e-9))
    throw new UsageError(`"reference.locked" expected shares that sum to 1, got ${shown(sum)}`);
  within('reference.delay.afterMonths', delay.afterMonths, 1, 1200);
  within('reference.delay.days', delay.days, 0, 365);
  return config;
}
