/** The numbers of trader profiles and scores, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Words for how long an account usually holds a position. */
export const TRADING_STYLES = ['scalp', 'day', 'swing', 'position'] as const;
/** Style of an account. */
export type TradingStyle = (typeof TRADING_STYLES)[number];

/** Parameters. A changed number is a new version. */
export interface TradersConfig {
  readonly version: `traders/${string}`;
  /** Confidence of intervals, 0…1. Of edges it is that of all groups of a dimension together. */
  readonly confidence: number;
  /** Whole trips without which there is no score. */
  readonly leastTrips: number;
  /** Whole trips of a group without which nothing is said of it. */
  readonly leastEdgeTrips: number;
  /** Weights of the three parts of a score; they add up to 1. */
  readonly weights: {
    /** Lower end of the interval of the win rate. */
    readonly winRate: number;
    /** Gross profit over gross profit and gross loss. */
    readonly profitShare: number;
    /** (1 + t / √(1 + t²)) / 2 of the t-statistic of the mean return. */
    readonly steadiness: number;
  };
  /** A score goes toward 50 as n / (n + shrink) of the whole trips falls. */
  readonly shrink: number;
  /** Median seconds that a position is held, below which an account has the first styles; beyond the last it has `position`. */
  readonly styleBelowSeconds: readonly [scalp: number, day: number, swing: number];
}

/** Version 1, ours: the contract names the parts and no number. */
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
 * @returns the config.
 * @throws {UsageError} naming the field, the expected and the actual value.
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
