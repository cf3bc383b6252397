/** Simulated days at hours of a history, and their outcomes. */

import { quantileSorted } from '@barograph/core';
import type { MonteCarloConfig, Simulation } from '@barograph/nowcast';
import { drawdownShare, fallOf } from '@barograph/nowcast/parts';
import { inputAt } from './drawdown-forecasts.ts';
import type { History } from './views.ts';

/** One row per simulated day. */
export interface HeldBackDays {
  /** Epoch ms of the origins. */
  readonly time: number[];
  /** Share of paths with a drawdown; `came` is 1 when a drawdown happened. */
  readonly raw: number[];
  readonly came: number[];
  /** Expected volatility of the day, `σ√24`; NaN without a HAR+. */
  readonly unit: number[];
  /** Simulated log returns at `monteCarlo.shares`, row by row. */
  readonly quantiles: number[];
}

/** No days yet. */
export function noDays(): HeldBackDays {
  return { time: [], raw: [], came: [], unit: [], quantiles: [] };
}

/**
 * Simulates the days after the origins `at`, and appends them to `days`. Skips hours without an expected volatility, which
 * occur in sparse weeks.
 */
export function simulateDays(
  history: History,
  at: readonly number[],
  simulation: Simulation,
  config: MonteCarloConfig,
  days: HeldBackDays,
): void {
  for (const t of at) {
    const input = inputAt(history, t, config);
    const paths = simulation.paths(input);
    if (paths === null) continue;
    days.time.push(history.time[t]!);
    days.raw.push(drawdownShare(paths, config.drawdown));
    days.came.push(Number(history.fall(t, config.steps) > fallOf(config.drawdown)));
    days.unit.push((input.expected?.volatility ?? NaN) * Math.sqrt(config.steps));
    const returns = paths.returns.sort();
    for (const share of config.shares) days.quantiles.push(quantileSorted(returns, share));
  }
}
