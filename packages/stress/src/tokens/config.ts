/** Token checks and their weights, by version. */

import { deepFreeze, UsageError, within } from '@barograph/core';
import type { ChainFamily } from '../pools/chain.ts';

/** Checks, in the order of reports. */
export const TOKEN_CHECKS = [
  'honeypot',
  'rugged',
  'cannot_sell_all',
  'balance_changeable',
  'hidden_owner',
  'ownership_reclaimable',
  'self_destruct',
  'mintable',
  'freezable',
  'blacklist',
  'non_transferable',
  'tax_changeable',
  'unverified_source',
  'proxy',
  'metadata_changeable',
  'buy_tax',
  'sell_tax',
  'liquidity_unlocked',
  'top10_share',
  'creator_share',
  'few_holders',
] as const;

/** Token check. */
export type TokenCheck = (typeof TOKEN_CHECKS)[number];

/** Rule of one check. */
export interface TokenCheckRule {
  /** Chain families that the check applies to. */
  readonly families: readonly ChainFamily[];
  /** Share of the distance to 100 that the check takes at a risk of 1; a weight of 1 alone gives a score of 100. */
  readonly weight: number;
  /** Values at risk 0 and at risk 1, linear in between. A flag is 0 for false, 1 for true. */
  readonly from: number;
  readonly to: number;
}

/** Bands of the score, lowest first. */
export const TOKEN_RISK_BANDS = ['low', 'moderate', 'high', 'critical'] as const;
/** Band of the score. */
export type TokenRiskBand = (typeof TOKEN_RISK_BANDS)[number];

/** Weights and bands of the checks. */
export interface TokenRiskConfig {
  readonly version: `token-risk/${string}`;
  readonly checks: Readonly<Record<TokenCheck, TokenCheckRule>>;
  /** Lowest score of each band except the lowest. */
  readonly bands: Readonly<Record<Exclude<TokenRiskBand, 'low'>, number>>;
  /** Coverage below which a score is called neither low nor moderate. */
  readonly leastCoverage: number;
}

const flag = (weight: number, ...families: readonly ChainFamily[]): TokenCheckRule => ({
  families,
  weight,
  from: 0,
  to: 1,
});
const both = ['evm', 'solana'] as const;

/**
 * Version 1: our own numbers. Checks that prevent a holder from selling weigh most, then those that let somebody change
 * balances or supply, then those that make a fall likely. Nothing was fitted: there is no recorded history of checks
 * with outcomes.
 */
export const TOKEN_RISK_V1: TokenRiskConfig = deepFreeze<TokenRiskConfig>({
  version: 'token-risk/1',
  checks: {
    honeypot: flag(1, 'evm'),
    rugged: flag(1, 'solana'),
    cannot_sell_all: flag(0.8, 'evm'),
    balance_changeable: flag(0.7, ...both),
    hidden_owner: flag(0.4, 'evm'),
    ownership_reclaimable: flag(0.4, 'evm'),
    self_destruct: flag(0.5, 'evm'),
    mintable: flag(0.35, ...both),
    freezable: flag(0.4, ...both),
    blacklist: flag(0.2, 'evm'),
    non_transferable: flag(0.9, 'solana'),
    tax_changeable: flag(0.3, ...both),
    unverified_source: flag(0.5, 'evm'),
    proxy: flag(0.15, 'evm'),
    metadata_changeable: flag(0.05, 'solana'),
    // Taxes and shares are fractions.
    buy_tax: { families: both, weight: 0.5, from: 0.02, to: 0.5 },
    sell_tax: { families: both, weight: 0.8, from: 0.02, to: 0.5 },
    liquidity_unlocked: { families: both, weight: 0.3, from: 0.05, to: 1 },
    top10_share: { families: both, weight: 0.4, from: 0.3, to: 0.95 },
    creator_share: { families: both, weight: 0.3, from: 0.05, to: 0.5 },
    // Fewer is worse: risk 0 at 1,000 holders and more.
    few_holders: { families: both, weight: 0.2, from: 1000, to: 0 },
  },
  bands: { moderate: 20, high: 50, critical: 80 },
  leastCoverage: 0.5,
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkTokenRiskConfig({ ...TOKEN_RISK_V1, version: 'token-risk/mine', leastCoverage: 0.7 }).leastCoverage; // → 0.7
 */
export function checkTokenRiskConfig(config: TokenRiskConfig): TokenRiskConfig {
  for (const name of TOKEN_CHECKS) {
    const { families, weight, from, to } = config.checks[name];
    within(`checks.${name}.weight`, weight, 0, 1);
    if (families.length === 0) throw new UsageError(`"checks.${name}.families" expected at least one, got none`);
    if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) {
      throw new UsageError(`"checks.${name}.to" expected a number other than from, got ${to}`);
    }
  }
  const { moderate, high, critical } = config.bands;
  if (!(moderate > 0 && moderate < high && high < critical && critical <= 100)) {
    throw new UsageError(
      `"bands" expected numbers that grow within 0…100, got ${[moderate, high, critical].join(', ')}`,
    );
  }
  within('leastCoverage', config.leastCoverage, 0, 1);
  return config;
}
