/** Published hour of a scope in the form of the ledger, from a coin's record or from the market. */

import type { Regime } from '@barograph/nowcast';
import type { QuantCoinWire } from '../quant/coin-block.ts';
import type { QuantMarketWire } from '../quant/market-block.ts';
import type { QuantHead, QuantRecord } from '../quant/publication.ts';
import type { ClassKind, LedgerHorizon } from './kinds.ts';

/** Scope of the market. */
const MARKET = 'market';

/** Forecasts of one horizon; a kind without numbers is null or absent. */
export interface PublishedForecasts {
  readonly classes: Readonly<Partial<Record<ClassKind, readonly number[] | null>>>;
  /** Annualised percent. */
  readonly expectedVolatility?: number | null;
  readonly quantiles?: readonly { readonly share: number; readonly percent: number }[] | null;
}

/** Published hour of a scope. */
export interface PublishedHour {
  readonly scope: string;
  /** Perp whose bars and funding determine the outcome. */
  readonly symbol: string;
  /** Open of the hour, epoch ms. */
  readonly time: number;
  /** Version of the model. */
  readonly model: string;
  readonly regime: Regime;
  readonly states: Readonly<Record<string, string>>;
  readonly horizons: Readonly<Record<LedgerHorizon, PublishedForecasts>>;
}

type MonteCarloWire = QuantMarketWire['monte_carlo'];

/** Forecasts from the simulation of a day. */
function dayOf(
  simulated: MonteCarloWire,
): Required<Pick<PublishedForecasts, 'quantiles'>> & { readonly drawdown: readonly number[] | null } {
  if (simulated === null || simulated === undefined) return { drawdown: null, quantiles: null };
  const { p_drawdown_5: p, return_quantiles: quantiles } = simulated;
  return { drawdown: p === null ? null : [1 - p, p], quantiles };
}

function statesOf({ shock }: Pick<QuantCoinWire, 'shock'>): Readonly<Record<string, string>> {
  if (shock === undefined || shock.active === null) return {};
  return { shock: shock.active ? (shock.kind ?? 'active') : 'none' };
}

/**
 * Hour of a coin; undefined while it has no regime.
 *
 * @example
 * const hour = coinHour(record); // a record of quantPublication
 * hour?.horizons['4h'].classes.next_regime; // probabilities of the regimes in four hours
 */
export function coinHour({ symbol, coin, volatility }: QuantRecord): PublishedHour | undefined {
  const { regime, bar_timestamp: time, model_version: model, horizons } = coin;
  if (regime === null) return undefined;
  const [soon, later] = [horizons['4h'], horizons['24h']];
  const { drawdown, quantiles } = dayOf(later.monte_carlo);
  // Breadth describes the market, so it is left out for coins.
  const classes = (row: typeof soon): PublishedForecasts['classes'] => ({
    next_regime: row.p_next,
    volatility: row.volatility,
    liquidation_risk: row.liquidation_risk,
    funding: row.funding,
  });
  return {
    scope: symbol,
    symbol,
    time,
    model,
    regime: regime.label,
    states: statesOf(coin),
    horizons: {
      '4h': { classes: classes(soon) },
      '24h': {
        classes: { ...classes(later), drawdown },
        expectedVolatility: volatility.expected24h ?? null,
        quantiles,
      },
    },
  };
}

/**
 * Hour of the market; undefined while it has no regime.
 *
 * @example
 * const hour = head.market === null ? undefined : marketHour(head.market); // head of quantPublication
 * hour?.regime;
 */
export function marketHour(market: Readonly<Record<LedgerHorizon, QuantMarketWire>>): PublishedHour | undefined {
  const [soon, later] = [market['4h'], market['24h']];
  const { regime, symbol, bar_timestamp: time, model_version: model } = later;
  if (regime === null) return undefined;
  const { drawdown, quantiles } = dayOf(later.monte_carlo);
  const classes = (row: QuantMarketWire): PublishedForecasts['classes'] => ({
    next_regime: row.p_next,
    volatility: row.volatility,
    liquidation_risk: row.liquidation_risk,
    funding: row.funding,
    breadth: row.breadth,
  });
  return {
    scope: MARKET,
    symbol,
    time,
    model,
    regime: regime.label,
    states: statesOf(later),
    horizons: { '4h': { classes: classes(soon) }, '24h': { classes: { ...classes(later), drawdown }, quantiles } },
  };
}

/**
 * Hour of a scope in a nowcast snapshot; undefined when absent.
 *
 * @example
 * const hour = publishedHourOf(head, records, 'BTC'); // the head and the records of quantPublication
 * if (hour !== undefined) publishedFault(row, hour);
 */
export function publishedHourOf(
  { market }: Pick<QuantHead, 'market'>,
  records: readonly QuantRecord[],
  scope: string,
): PublishedHour | undefined {
  if (scope === MARKET) return market === null ? undefined : marketHour(market);
  const record = records.find(({ symbol }) => symbol === scope);
  return record === undefined ? undefined : coinHour(record);
}
