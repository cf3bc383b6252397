/** Laws of the reference table, under a version: what is made up of coins beside their prices. */

import { deepFreeze, shown, UsageError, within } from '@barograph/core';

/** A token that stands for a coin. */
export interface TwinConfig {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** The coin whose price it has. */
  readonly coin: string;
  /** Its supply as a share of that of the coin; all of it circulates. */
  readonly share: number;
}

/** The laws. */
export interface ReferenceConfig {
  readonly version: 'reference/1';
  /** Market cap of the n-th coin of the market when it starts: `first · n^−exponent`, USD. */
  readonly caps: { readonly first: number; readonly exponent: number };
  /** Share of the coins whose supply floats from the start. */
  readonly wholeShare: number;
  /** Float of the others at their listing: drawn evenly from here up to 1. */
  readonly leastFloat: number;
  /** Locked tokens: a cliff after so many months, drawn evenly, a step each month after it, and a stream. Shares sum to 1. */
  readonly locked: {
    readonly cliffShare: number;
    readonly cliffMonths: readonly [number, number];
    readonly stepsShare: number;
    readonly steps: number;
    readonly streamShare: number;
    readonly streamMonths: number;
  };
  /** Some schedules are put off: every second coin with one learns of it so many months after its listing, by so many days. */
  readonly delay: { readonly afterMonths: number; readonly days: number };
  /** Coins without a maximum supply, without a schedule in the source, without any supply but the circulating one, and one with too small a total. */
  readonly uncapped: readonly string[];
  readonly untracked: readonly string[];
  readonly noBasis: readonly string[];
  readonly overBasis: readonly string[];
  /** Coins by raw category. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** Chains of tokens; a coin of the category of layer 1 has no contract. */
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

/** The config, checked. @throws {UsageError} naming the field. */
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
