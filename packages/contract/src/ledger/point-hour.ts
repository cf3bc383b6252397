/** An hour as bars alone tell it: what a host publishes of a point of the nowcast, without funding, depth and breadth. */

import type { MonteCarlo, NowcastPoint, ShockRow } from '@barograph/nowcast';
import type { PublishedHour } from './published-hour.ts';

const YEAR_HOURS = 365 * 24;

/** A point of a scope, and what it is of. */
export interface PointOf {
  readonly scope: string;
  /** Perp whose bars tell the outcome. */
  readonly symbol: string;
  /** Version of the model. */
  readonly model: string;
  readonly point: NowcastPoint;
  readonly shock: ShockRow | null;
  /** Simulated paths of the next day; null while there are none. */
  readonly simulated: MonteCarlo | null;
}

/**
 * The hour of a point; undefined where nothing is published of it.
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
  // That of the market is not published.
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
