/** The nowcast of the market on the wire. */

import type { Explain, Horizon, HysteresisConfig, MonteCarlo, NowcastPoint, Outlooks } from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import type { DataSource } from '../parameters.ts';
import { nullable } from '../scalar.ts';
import { encodeQuantExplain, encodeQuantMonteCarlo, QuantExplainWire, QuantMonteCarloWire } from './quant-explain.ts';
import {
  encodeQuantClasses,
  encodeQuantFlags,
  encodeQuantForecast,
  encodeQuantRegime,
  encodeQuantStamp,
  probabilitiesOf,
  QuantClassesWire,
  quantFlags,
  quantForecast,
  QuantHorizonSchema,
  QuantRegimeWire,
  quantStamp,
  type QuantHorizon,
} from './quant-parts.ts';

/** The market at one horizon. */
export const QuantMarketWire = Type.Object(
  {
    scope: Type.Literal('market'),
    symbol: Type.String({ description: 'The coin whose hours the market is read from.' }),
    horizon: QuantHorizonSchema,
    regime: nullable(QuantRegimeWire),
    current: nullable(QuantRegimeWire),
    p_now: probabilitiesOf('regime'),
    ...quantForecast,
    monte_carlo: Type.Optional(nullable(QuantMonteCarloWire)),
    classes: QuantClassesWire,
    explain: QuantExplainWire,
    ...quantFlags,
    ...quantStamp,
  },
  { title: 'QuantMarket' },
);
export type QuantMarketWire = Static<typeof QuantMarketWire>;

/** State of a scope after its last hour. */
export interface QuantParts {
  readonly symbol: string;
  /** Its regime, probabilities and forecasts are null where nothing may be published. */
  readonly point: NowcastPoint;
  readonly explain: Explain;
  /** Of the heads beside the model file; what explain says of them belongs to its horizon. */
  readonly outlooks: Readonly<Record<Horizon, Outlooks>>;
  /** null while undefined. */
  readonly monteCarlo: MonteCarlo | null;
  readonly hysteresis: HysteresisConfig;
  readonly modelVersion: string;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The market on the wire. */
export function encodeQuantMarket(parts: QuantParts, horizon: QuantHorizon): QuantMarketWire {
  const { point, explain, outlooks, monteCarlo, hysteresis } = parts;
  const { regime, now, forecasts, quality } = point;
  const block = regime === null ? null : encodeQuantRegime(regime, hysteresis);
  const of = horizon === '4h' ? 'h4' : 'h24';
  const simulated = monteCarlo === null ? null : encodeQuantMonteCarlo(monteCarlo);
  return {
    scope: 'market',
    symbol: parts.symbol,
    horizon,
    regime: block,
    current: block,
    p_now: now === null ? null : [...now],
    ...encodeQuantForecast(forecasts === null ? null : forecasts[of], regime, outlooks[of]),
    ...(horizon === '24h' ? { monte_carlo: simulated } : {}),
    classes: encodeQuantClasses(),
    explain: encodeQuantExplain(explain),
    ...encodeQuantFlags(quality),
    ...encodeQuantStamp(parts),
  };
}
