/** Published hour of a nowcast point, from bars alone: without funding, depth and breadth. */

import type { MonteCarlo, NowcastPoint, ShockRow } from '@barograph/nowcast';
import type { PublishedHour } from './published-hour.ts';

const YEAR_HOURS = 365 * 24;

/** Point of the nowcast with its scope. */
export interface PointOf {
  readonly scope: string;
  /** Perp whose bars determine the outcome. */
  readonly symbol: string;
  /** Version of the model. */
  readonly model: string;
  readonly point: NowcastPoint;
  readonly shock: ShockRow | null;
  /** Simulated paths of the next day; null when absent. */
  readonly simulated: MonteCarlo | null;
}

/**
 * Hour of a point; undefined when the point publishes nothing.
 *
 * @example
 * const hour = pointHour({ scope: 'market', symbol: 'BTC', model: '2026.12.0', point, shock, simulated: nextDay(model, point, 'market') });
 * hour?.horizons['24h'].classes.drawdown;
 */
export function pointHour({ scope, symbol, model, point, shock, simulated }: PointOf): PublishedHour | undefined {
  const { time, regime, forecasts } = point;
  if (regime === null || forecasts === null) return undefined;
  const { h4, h24 } = forecasts;
  const drawdown = simulated?.drawdown.calibrated ?? null;
  // The market's expected volatility is not published.
  const expected = scope === 'market' ? undefined : point.expectedVolatility?.h24;
  return {
    scope,
    symbol,
    time,
    model,
    regime: regime.label,
    states: shock === null || shock.active === null ? {} : { shock: shock.active ? (shock.kind ?? 'active') : 'none' },
    horizons: {
      '4h': { classes: { next_regime: h4.nextRegime, volatility: h4.volatility } },
      '24h': {
        classes: {
          next_regime: h24.nextRegime,
          volatility: h24.volatility,
          drawdown: drawdown === null ? null : [1 - drawdown, drawdown],
        },
        expectedVolatility: expected === undefined ? null : 100 * expected * Math.sqrt(YEAR_HOURS),
        quantiles: simulated?.returnQuantiles ?? null,
      },
    },
  };
}
