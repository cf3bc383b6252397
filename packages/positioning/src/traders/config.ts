/** Parameters of trader profiles and scores, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Trading styles by usual holding time. */
export const TRADING_STYLES = ['scalp', 'day', 'swing', 'position'] as const;
/** Trading style of an account. */
export type TradingStyle = (typeof TRADING_STYLES)[number];

/** Parameters. A changed number needs a new version. */
export interface TradersConfig {
  readonly version: `traders/${string}`;
  /** Confidence of intervals, 0…1; for edges, the joint confidence of all groups of a dimension. */
  readonly confidence: number;
  /** Fewest whole trips for a score. */
  readonly leastTrips: number;
  /** Fewest whole trips of a group for an edge. */
  readonly leastEdgeTrips: number;
  /** Weights of the three parts of a score, which add up to 1. */
  readonly weights: {
    /** Lower end of the interval of the win rate. */
    readonly winRate: number;
    /** Gross profit over gross profit and gross loss. */
    readonly profitShare: number;
    /** (1 + t / √(1 + t²)) / 2, with the t-statistic of the mean return. */
    readonly steadiness: number;
  };
  /** Shrinkage: a score moves towards 50 as n / (n + shrink) of the whole trips falls. */
  readonly shrink: number;
  /**
   * Median holding time below which an account has each of the first styles, seconds; above the last it has `position`.
   */
  readonly styleBelowSeconds: readonly [scalp: number, day: number, swing: number];
}

/** Version 1, our own: the contract names the parts but no numbers. */
export const TRADERS_V1: TradersConfig = deepFreeze({
  version: 'traders/1',
  confidence: 0.95,
  leastTrips: 5,
  leastEdgeTrips: 20,
  weights: { winRate: 0.35, profitShare: 0.35, steadiness: 0.3 },
  shrink: 20,
  styleBelowSeconds: [3_600, 86_400, 604_800],
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkTradersConfig(TRADERS_V1).version; // → 'traders/1'
 * checkTradersConfig({ ...TRADERS_V1, leastTrips: 1 }); // → UsageError: "leastTrips" expected an integer ≥ 2, got 1
 */
export function checkTradersConfig(config: TradersConfig): TradersConfig {
  within('confidence', config.confidence, 0.5, 0.9999);
  integerAtLeast('leastTrips', config.leastTrips, 2);
  integerAtLeast('leastEdgeTrips', config.leastEdgeTrips, 2);
  within('shrink', config.shrink, 0, 1e6);
  const { winRate, profitShare, steadiness } = config.weights;
  for (const [name, weight] of Object.entries(config.weights)) within(`weights.${name}`, weight, 0, 1);
  const sum = winRate + profitShare + steadiness;
  if (Math.abs(sum - 1) > 1e-9) throw new UsageError(`"weights" expected a sum of 1, got ${sum}`);
  const [scalp, day, swing] = config.styleBelowSeconds;
  if (!(scalp >= 0 && scalp <= day && day <= swing)) {
    throw new UsageError(`"styleBelowSeconds" expected ascending seconds, got ${scalp}, ${day}, ${swing}`);
  }
  return config;
}
