/** The nowcast of one coin on the wire: the whole object, its row in lists, its risk. */

import type { Regime } from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { encodeQuantExplain, encodeQuantMonteCarlo, QuantExplainWire, QuantMonteCarloWire } from './quant-explain.ts';
import type { QuantParts } from './quant-market.ts';
import {
  encodeQuantClasses,
  encodeQuantFlags,
  encodeQuantForecast,
  encodeQuantRegime,
  encodeQuantStamp,
  likeliestChange,
  probabilitiesOf,
  ProbabilitySchema,
  QuantClassesWire,
  quantFlags,
  quantForecast,
  QuantRegimeWire,
  quantStamp,
  RegimeLabelSchema,
  TransitionWire,
  type QuantHorizon,
} from './quant-parts.ts';

/** One of the last hours of a coin. */
export const QuantRecentWire = Type.Object({
  timestamp: EpochMsSchema,
  regime: nullable(RegimeLabelSchema),
  confidence: nullable(ProbabilitySchema),
});
/** Hours of `recent_regimes`. */
export const QUANT_RECENT_HOURS = 48;

/** Everything of one coin. */
export const QuantCoinWire = Type.Object(
  {
    symbol: Type.String(),
    regime: nullable(QuantRegimeWire),
    current: nullable(QuantRegimeWire),
    p_now: probabilitiesOf('regime'),
    horizons: Type.Object({
      '4h': Type.Object(quantForecast),
      '24h': Type.Object({ ...quantForecast, monte_carlo: nullable(QuantMonteCarloWire) }),
    }),
    classes: QuantClassesWire,
    explain: QuantExplainWire,
    recent_regimes: Type.Array(QuantRecentWire, {
      maxItems: QUANT_RECENT_HOURS,
      description: 'The last closed hours, oldest first.',
    }),
    ...quantFlags,
    ...quantStamp,
  },
  { title: 'QuantCoin' },
);
export type QuantCoinWire = Static<typeof QuantCoinWire>;

/** One of the last hours, as the host has it. */
export interface QuantRecent {
  readonly time: number;
  readonly regime: Regime | null;
  readonly confidence: number | null;
}

/** A coin on the wire. */
export function encodeQuantCoin(parts: QuantParts, recent: readonly QuantRecent[]): QuantCoinWire {
  const { point, explain, outlooks, monteCarlo, hysteresis } = parts;
  const { regime, now, forecasts, quality } = point;
  const block = regime === null ? null : encodeQuantRegime(regime, hysteresis);
  return {
    symbol: parts.symbol,
    regime: block,
    current: block,
    p_now: now === null ? null : [...now],
    horizons: {
      '4h': encodeQuantForecast(forecasts?.h4 ?? null, regime, outlooks.h4),
      '24h': {
        ...encodeQuantForecast(forecasts?.h24 ?? null, regime, outlooks.h24),
        monte_carlo: monteCarlo === null ? null : encodeQuantMonteCarlo(monteCarlo),
      },
    },
    classes: encodeQuantClasses(),
    explain: encodeQuantExplain(explain),
    recent_regimes: recent.map((one) => ({ timestamp: one.time, regime: one.regime, confidence: one.confidence })),
    ...encodeQuantFlags(quality),
    ...encodeQuantStamp(parts),
  };
}

/** A row of the list of perps. */
export const QuantCoinRowWire = Type.Object(
  {
    symbol: Type.String(),
    regime: RegimeLabelSchema,
    confidence: ProbabilitySchema,
    p_direction_up: Type.Number({ minimum: 0, maximum: 1, description: 'up and strong_up together.' }),
    most_likely_transition: TransitionWire,
    oi_usd: Type.Optional(Type.Number({ minimum: 0, description: 'USD; left out without a source.' })),
    ...quantFlags,
    bar_timestamp: EpochMsSchema,
  },
  { title: 'QuantCoinRow' },
);
export type QuantCoinRowWire = Static<typeof QuantCoinRowWire>;

/**
 * The row of a coin, when it has a regime and a direction; else undefined: such a coin is named in `warming`.
 *
 * @param openInterestUsd null where there is no source.
 */
export function encodeQuantCoinRow(
  { symbol, regime, horizons, bar_timestamp, ...coin }: QuantCoinWire,
  horizon: QuantHorizon,
  openInterestUsd: number | null = null,
): QuantCoinRowWire | undefined {
  const { p_next, direction } = horizons[horizon];
  if (regime === null || p_next === null || direction === null) return undefined;
  return {
    symbol,
    regime: regime.label,
    confidence: regime.confidence,
    p_direction_up: Math.min(1, (direction[3] ?? 0) + (direction[4] ?? 0)),
    most_likely_transition: likeliestChange(p_next, regime.label),
    ...(openInterestUsd === null ? {} : { oi_usd: openInterestUsd }),
    insufficient_history: coin.insufficient_history,
    warming_up: coin.warming_up,
    new_listing: coin.new_listing,
    sparse: coin.sparse,
    bar_timestamp,
  };
}

const { volatility, liquidation_risk, funding, open_interest } = quantForecast;

/** The risk of a coin. */
export const QuantRiskWire = Type.Object(
  {
    symbol: Type.String(),
    regime: RegimeLabelSchema,
    confidence: ProbabilitySchema,
    volatility,
    liquidation_risk,
    funding,
    open_interest,
    vol_target_multiplier: nullable(Type.Number({ minimum: 0.25, maximum: 3 })),
    vol_pctile_30: nullable(Type.Number({ minimum: 0, maximum: 100 })),
    rv_24h: nullable(
      Type.Number({ minimum: 0, description: 'Realised volatility of the last 24 closed hours, annualised percent.' }),
    ),
    meta: Type.Object({ ...quantFlags, bar_timestamp: EpochMsSchema }),
  },
  { title: 'QuantRisk' },
);
export type QuantRiskWire = Static<typeof QuantRiskWire>;

/** Volatility of a coin by other engines; NaN or null where unknown. */
export interface QuantVolatility {
  readonly volTargetMultiplier: number | null;
  readonly volPctile30: number | null;
  readonly rv24h: number | null;
}

/** The risk of a coin that has a regime; else undefined. */
export function encodeQuantRisk(
  { symbol, regime, horizons, bar_timestamp, ...coin }: QuantCoinWire,
  known: QuantVolatility,
  horizon: QuantHorizon,
): QuantRiskWire | undefined {
  if (regime === null) return undefined;
  const of = horizons[horizon];
  return {
    symbol,
    regime: regime.label,
    confidence: regime.confidence,
    volatility: of.volatility,
    liquidation_risk: of.liquidation_risk,
    funding: of.funding,
    open_interest: of.open_interest,
    vol_target_multiplier: num(known.volTargetMultiplier),
    vol_pctile_30: num(known.volPctile30),
    rv_24h: num(known.rv24h),
    meta: {
      insufficient_history: coin.insufficient_history,
      warming_up: coin.warming_up,
      new_listing: coin.new_listing,
      sparse: coin.sparse,
      bar_timestamp,
    },
  };
}
