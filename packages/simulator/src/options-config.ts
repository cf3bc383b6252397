/** Parameters of implied volatility, by version. */

import { deepFreeze, UsageError, within } from '@barograph/core';

/** Parameters. Volatilities are annualised fractions. */
export interface OptionsConfig {
  readonly version: 'options/1';
  /** Coins with options, among those with a perp. */
  readonly coins: readonly string[];
  /** Half-lives of squared returns, hours: for the current variance, and for the one it reverts to. */
  readonly halflives: { readonly now: number; readonly longRun: number };
  /** Hours of a coin before its options are listed. */
  readonly firstAfter: number;
  /** Days in which 1 − 1/e of the distance between the two variances is expected to vanish. */
  readonly reversionDays: number;
  /** Implied over expected volatility. */
  readonly premium: number;
  /**
   * Smile in y, standard deviations of the log price at expiry by the at-the-money volatility: 1 + skew · y + curvature
   * · y².
   */
  readonly smile: { readonly skew: number; readonly curvature: number };
  /** Carry of the forward, fraction per year. */
  readonly carry: number;
  /** Strikes as shares of the forward, within a number of standard deviations of it. */
  readonly strikes: { readonly from: number; readonly to: number; readonly step: number; readonly deviations: number };
}

/** Simulated options, version 1. */
export const OPTIONS_V1: OptionsConfig = deepFreeze<OptionsConfig>({
  version: 'options/1',
  coins: ['BTC', 'ETH'],
  halflives: { now: 72, longRun: 60 * 24 },
  firstAfter: 30 * 24,
  reversionDays: 20,
  premium: 1.1,
  smile: { skew: -0.04, curvature: 0.02 },
  carry: 0.05,
  strikes: { from: 0.4, to: 2.5, step: 0.02, deviations: 4 },
});

/** Checks the config. @throws {UsageError} when a field is invalid; the message names it. */
export function checkOptions(config: OptionsConfig): OptionsConfig {
  const { halflives, firstAfter, reversionDays, premium, smile, carry, strikes } = config;
  within('options.halflives.now', halflives.now, 1, 1e6);
  within('options.halflives.longRun', halflives.longRun, halflives.now, 1e6);
  within('options.firstAfter', firstAfter, 1, 1e6);
  within('options.reversionDays', reversionDays, 0.01, 1e6);
  within('options.premium', premium, 0.01, 100);
  within('options.smile.curvature', smile.curvature, 0, 100);
  // The minimum of the smile is 1 − skew² / (4 · curvature), which must stay a valid volatility.
  if (smile.skew ** 2 >= 2 * smile.curvature) {
    throw new UsageError(`"options.smile.skew" expected a square below 2 · curvature, got ${smile.skew}`);
  }
  within('options.carry', carry, -1, 1);
  within('options.strikes.from', strikes.from, 0.01, 1);
  within('options.strikes.to', strikes.to, 1, 100);
  within('options.strikes.step', strikes.step, 0.001, 1);
  within('options.strikes.deviations', strikes.deviations, 0.1, 20);
  return config;
}
