/** State of the market or of a coin after its last hour. */

import type {
  Explain,
  Horizon,
  HysteresisConfig,
  MonteCarlo,
  NowcastPoint,
  Outlooks,
  Scope,
  ShockRow,
} from '@barograph/nowcast';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { probabilities, type QuantHorizon } from './classes.ts';
import type { ForecastOf } from './forecast.ts';
import { quantRegime, type RegimeBlockOf } from './regime-block.ts';

/** A scope after its last hour. */
export interface QuantParts {
  readonly symbol: string;
  /** Its regime, probabilities and forecasts are null when they must not be published. */
  readonly point: NowcastPoint;
  /** Shock of the last hour; null when the state of an earlier build could not be completed. */
  readonly shock: ShockRow | null;
  readonly explain: Explain;
  /** Outlooks of the heads outside the model file; `explain` covers the head of its horizon. */
  readonly outlooks: Readonly<Record<Horizon, Outlooks>>;
  /** null while undefined. */
  readonly monteCarlo: MonteCarlo | null;
  readonly hysteresis: HysteresisConfig;
  readonly modelVersion: string;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** Names of the horizons in the engine. */
const OWN: Readonly<Record<QuantHorizon, Horizon>> = { '4h': 'h4', '24h': 'h24' };

/** Inputs of the forecasts of a horizon. */
export function forecastOf({ point, outlooks }: QuantParts, horizon: QuantHorizon, scope: Scope): ForecastOf {
  const own = OWN[horizon];
  const forecast = point.forecasts?.[own] ?? null;
  return { forecast, regime: point.regime, outlooks: outlooks[own], scope, horizon: own };
}

function regimeOf({ point, hysteresis }: QuantParts): RegimeBlockOf | null {
  return point.regime === null ? null : { regime: point.regime, hysteresis };
}

const field = fieldsOf<QuantParts>();
/** The regime of the last hour, under both names of the contract. */
export const regimeFields = {
  regime: field.innerOrNull(quantRegime, 'Regime of the last closed hour; null while warming.', regimeOf),
  current: field.innerOrNull(quantRegime, 'The same as regime.', regimeOf),
  p_now: probabilities('regime', 'Label of the last closed hour, filtered.', ({ point }: QuantParts) => point.now),
};
