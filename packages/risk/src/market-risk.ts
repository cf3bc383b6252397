/** Dependence in the whole market: the current co-movement of coins, and the remaining number of independent bets. */

import { HOUR_MS } from '@barograph/core';
import { RISK_V1, type RiskConfig, type RiskHorizon } from './config.ts';
import { covarianceOf } from './measures.ts';
import type { RiskPanel } from './panel.ts';
import { drawScenarios, type LeftOutCoin, type ScenarioOptions } from './scenarios.ts';
import { rowAt } from './state.ts';

/** Windows of the recent correlation. */
export interface CorrelationConfig {
  readonly version: `risk_correlation/${string}`;
  /** Length of a window, hours. */
  readonly window: number;
  /** Hours between windows of the history that the rank uses. */
  readonly step: number;
  /** Rank 0…1 up to which the regime is low, and at which it becomes high. */
  readonly low: number;
  readonly high: number;
}

/**
 * Version 1: weekly windows, ranked among those ending on each day of the lookback; the outer quarters are low and
 * high.
 */
export const RISK_CORRELATION_V1: CorrelationConfig = Object.freeze({
  version: 'risk_correlation/1',
  window: 168,
  step: 24,
  low: 0.25,
  high: 0.75,
});

/** Dependence of the coins of a panel. */
export interface MarketRisk {
  readonly version: RiskConfig['version'];
  readonly at: number;
  readonly horizon: RiskHorizon;
  readonly coins: number;
  /** Regime of the recent correlation; null with fewer than two coins, or too short a history. */
  readonly regime: 'low' | 'normal' | 'high' | null;
  /** Mean correlation of hourly returns over all pairs in the last week, and its rank, 0…1, among earlier weeks. */
  readonly recentCorrelation: number | null;
  readonly recentRank: number | null;
  /** Mean correlation of all pairs in the scenarios of the horizon. */
  readonly correlation: number | null;
  /**
   * Number of independent bets in an equal-risk book of all coins: `(Σλ)² / Σλ²` of the eigenvalues of the
   * correlations.
   */
  readonly effectiveBets: number | null;
  /** Mean correlation of each coin with the others, most diversifying first. */
  readonly byCoin: readonly { readonly coin: string; readonly correlation: number; readonly volatility: number }[];
  readonly leftOut: readonly LeftOutCoin[];
}

/**
 * Computes the dependence of all coins of a panel with a forecast.
 *
 * @param correlationConfig parameters of the correlations. @default RISK_CORRELATION_V1
 * @throws {UsageError} as `drawScenarios`.
 * @source effective bets: participation ratio, R. J. Bell, P. Dean, Discussions of the Faraday Society 50, 1970; for
 * portfolios an inverse Herfindahl index of eigenvalues.
 * @example
 * const { coins, effectiveBets } = marketRisk(panel);
 * [coins, effectiveBets! > 1]; // → [ 2, true ]
 */
export function marketRisk(
  panel: RiskPanel,
  options: ScenarioOptions = {},
  correlationConfig: CorrelationConfig = RISK_CORRELATION_V1,
): MarketRisk {
  const config = options.config ?? RISK_V1;
  const names = panel.coins.map(({ coin }) => coin);
  const { version, at, horizon, coins, leftOut } = drawScenarios(panel, names, options);
  const n = coins.length;
  const deviations = coins.map(({ returns }) => Math.sqrt(covarianceOf(returns, returns)));
  const sums = new Float64Array(n);
  let squares = n;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const value = covarianceOf(coins[i]!.returns, coins[j]!.returns) / (deviations[i]! * deviations[j]!);
      sums[i]! += value;
      sums[j]! += value;
      squares += 2 * value * value;
    }
  }
  const total = sums.reduce((sum, value) => sum + value, 0);
  const recent = recentCorrelation(panel, rowAt(panel, at), config, correlationConfig);
  const rank = recent?.rank ?? null;
  return {
    version,
    at,
    horizon,
    coins: n,
    regime:
      rank === null ? null : rank <= correlationConfig.low ? 'low' : rank >= correlationConfig.high ? 'high' : 'normal',
    recentCorrelation: recent?.correlation ?? null,
    recentRank: rank,
    correlation: n < 2 ? null : total / (n * (n - 1)),
    effectiveBets: n === 0 ? null : (n * n) / squares,
    byCoin:
      n < 2
        ? []
        : coins
            .map(({ coin, volatility }, i) => ({ coin, correlation: sums[i]! / (n - 1), volatility }))
            .sort((a, b) => a.correlation - b.correlation),
    leftOut,
  };
}

/**
 * Mean correlation of the last window, and its rank among earlier windows; null with fewer than two coins or ten
 * windows.
 */
function recentCorrelation(
  { coins, first }: RiskPanel,
  row: number,
  { lookback }: RiskConfig,
  { window, step }: CorrelationConfig,
): { readonly correlation: number; readonly rank: number } | null {
  const oldest = Math.max(window, row - lookback);
  const values: number[] = [];
  // Windows end at hours of a calendar grid, so that every hour uses the same windows.
  for (let end = row; end >= oldest; end--) {
    if (end !== row && (first / HOUR_MS + end) % step !== 0) continue;
    values.push(meanCorrelation(coins.map(({ returns }) => returns.subarray(end - window + 1, end + 1))));
  }
  const [now, ...before] = values;
  const known = before.filter((value) => !Number.isNaN(value));
  if (now === undefined || Number.isNaN(now) || known.length < 10) return null;
  return { correlation: now, rank: known.filter((value) => value < now).length / known.length };
}

/** Mean correlation of all pairs of columns without gaps: `(n·Var(mean) − 1) / (n − 1)` for standardised columns. */
export function meanCorrelation(columns: readonly Float32Array[]): number {
  const length = columns[0]?.length ?? 0;
  const sum = new Float64Array(length);
  let n = 0;
  for (const column of columns) {
    let mean = 0;
    let square = 0;
    for (let t = 0; t < length; t++) mean += column[t]!;
    mean /= length;
    for (let t = 0; t < length; t++) square += (column[t]! - mean) * (column[t]! - mean);
    const deviation = Math.sqrt(square / length);
    if (!(deviation > 0)) continue;
    for (let t = 0; t < length; t++) sum[t]! += (column[t]! - mean) / deviation;
    n++;
  }
  return n < 2 ? NaN : (covarianceOf(sum, sum) / n - 1) / (n - 1);
}
