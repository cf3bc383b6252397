/** State of a panel at one hour: what is known at its close. */

import { HOUR_MS, integerAtLeast, shown, UsageError } from '@barograph/core';
import type { RiskConfig, RiskHorizon } from './config.ts';
import type { PanelCoin, RiskPanel } from './panel.ts';

/** Reasons why a coin has no forecast of risk. */
export const COIN_PROBLEMS = ['unknown_coin', 'stale', 'short_history', 'no_forecast'] as const;

/** Reason why a coin has no forecast of risk. */
export type CoinProblem = (typeof COIN_PROBLEMS)[number];

/** Coin of a panel with scenarios. */
export interface ReadyCoin {
  readonly column: PanelCoin;
  /** Standard deviation per hour expected over the horizon. */
  readonly volatility: number;
}

/**
 * Row of an hour.
 *
 * @param at open of the hour, epoch ms. @default the last hour
 * @throws {UsageError} when the hour is outside the panel.
 * @example
 * rowAt(panel, panel.first + 3_600_000); // → 1
 */
export function rowAt({ first, hours }: RiskPanel, at: number = first + (hours - 1) * HOUR_MS): number {
  const row = (integerAtLeast('at', at, 0) - first) / HOUR_MS;
  if (!Number.isInteger(row) || row < 0 || row >= hours) {
    throw new UsageError(`"at" expected a full hour within the panel, got ${shown(at)}`);
  }
  return row;
}

/** Returns the coin at a row, or the reason why it has no scenarios. */
export function readyCoin(
  panel: RiskPanel,
  coin: string,
  row: number,
  horizon: RiskHorizon,
  { maxAge, minVolatility }: RiskConfig,
): ReadyCoin | CoinProblem {
  const column = panel.coins.find((other) => other.coin === coin);
  if (column === undefined) return 'unknown_coin';
  const oldest = Math.max(0, row - maxAge);
  // A coin with bars but without a forecast is a new listing.
  for (let t = row; t >= oldest; t--) {
    const volatility = column.volatility[horizon][t]!;
    if (volatility >= minVolatility) return { column, volatility };
  }
  const hadForecast = column.volatility[horizon].findLastIndex((value, t) => t <= row && value >= minVolatility) >= 0;
  return hadForecast ? 'stale' : 'no_forecast';
}
