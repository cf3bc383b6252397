/** Parameters of the simulation of a book, by version. */

import { deepFreeze, finite, integerAtLeast, UsageError, within } from '@barograph/core';
import { marginTable, type MarginTier } from '@barograph/positioning';

/** Length of each horizon, hours. */
export const RISK_HORIZONS = { h4: 4, h24: 24 } as const;

/** Horizon of a forecast of risk. */
export type RiskHorizon = keyof typeof RISK_HORIZONS;

/** Parameters of scenarios and measures. */
export interface RiskConfig {
  readonly version: `risk/${string}`;
  /** Number of joint scenarios. */
  readonly scenarios: number;
  /** Hours of history from which dates are drawn. */
  readonly lookback: number;
  /** Half-life of a date's weight, hours; null weights all dates equally. */
  readonly halflife: number | null;
  /** Share of the weight independent of the regime, 0…1; 1 ignores regime and shock. */
  readonly shrinkage: number;
  /** Weight of a date with another shock state, 0…1; 1 ignores shocks. */
  readonly otherShock: number;
  /** Number of first coins of the panel whose mean is the factor for coins without history on a date. */
  readonly factorCoins: number;
  /** Fewest dates of a coin. */
  readonly minDates: number;
  /** Hours without a bar after which a coin is stale. */
  readonly maxAge: number;
  /** Forecast volatility per hour below which it counts as unknown. */
  readonly minVolatility: number;
  /** Tail shares of value at risk and expected shortfall. */
  readonly levels: readonly number[];
  /** Falls of the book from its highest value, as shares of its capital. */
  readonly drawdowns: readonly number[];
  /** Margin tiers of coins without their own. */
  readonly tiers: readonly MarginTier[];
  /** Fee and slippage of a hedge, as a share of its notional. */
  readonly hedgeCost: number;
}

/**
 * Version 1. Margin tiers from the middle of a venue's range: 20 times up to a million dollars, ten times up to ten
 * million, five times above.
 */
export const RISK_V1: RiskConfig = deepFreeze({
  version: 'risk/1',
  scenarios: 10_000,
  lookback: 17_520,
  halflife: 8_760,
  shrinkage: 0.5,
  otherShock: 0.5,
  factorCoins: 8,
  minDates: 720,
  maxAge: 3,
  minVolatility: 1e-5,
  levels: [0.01, 0.05],
  drawdowns: [0.05, 0.1, 0.2],
  tiers: [
    { from: 0, maxLeverage: 20 },
    { from: 1_000_000, maxLeverage: 10 },
    { from: 10_000_000, maxLeverage: 5 },
  ],
  hedgeCost: 0.0005,
});

/** Version 1 of published scenarios: fewer, with the same weights, because readers compute with them. */
export const RISK_SHARED_V1: RiskConfig = deepFreeze({ ...RISK_V1, version: 'risk/1-shared', scenarios: 2_000 });

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkRiskConfig(RISK_V1).version; // → 'risk/1'
 */
export function checkRiskConfig(config: RiskConfig): RiskConfig {
  for (const name of ['scenarios', 'lookback', 'factorCoins', 'minDates'] as const)
    integerAtLeast(name, config[name], 1);
  integerAtLeast('maxAge', config.maxAge, 0);
  for (const name of ['shrinkage', 'otherShock', 'hedgeCost'] as const) within(name, config[name], 0, 1);
  if (config.halflife !== null && !(finite('halflife', config.halflife) > 0)) {
    throw new UsageError(`"halflife" expected a number > 0 or null, got ${config.halflife}`);
  }
  if (!(finite('minVolatility', config.minVolatility) > 0)) {
    throw new UsageError(`"minVolatility" expected a number > 0, got ${config.minVolatility}`);
  }
  for (const level of config.levels) within('levels', level, 1 / config.scenarios, 0.5);
  for (const share of config.drawdowns) within('drawdowns', share, 0, 1);
  marginTable(config.tiers);
  return config;
}
