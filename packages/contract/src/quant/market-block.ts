/** The nowcast of the market on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { nullable } from '../scalar.ts';
import { forecastOf, regimeFields, type QuantParts } from './block.ts';
import { classesField, QUANT_HORIZONS, type QuantHorizon } from './classes.ts';
import { quantExplain } from './explain.ts';
import { forecastFields, type ForecastOf } from './forecast.ts';
import { quantMonteCarlo } from './monte-carlo.ts';
import { shockField } from './shock-block.ts';
import type { WithQuality } from '../shapes/quality.ts';
import { barField, breaksField, qualityFields, quantStampFields, type QuantQuality } from './stamp.ts';

/** The market at a horizon. */
export interface QuantMarketOf extends QuantParts {
  readonly horizon: QuantHorizon;
}

const field = fieldsOf<QuantMarketOf>();
/**
 * The market at one horizon.
 *
 * @example
 * quantMarket.encode({ ...parts, horizon: '24h' });
 */
export const quantMarket = record(
  'QuantMarket',
  {
    scope: field.custom(Type.Literal('market', { description: 'The whole market.' }), () => 'market' as const),
    symbol: field.text('The coin whose hours the market is read from.', (m) => m.symbol),
    horizon: field.choice(QUANT_HORIZONS, 'How far ahead the forecasts look.', (m) => m.horizon),
    ...regimeFields,
    ...shockField,
    ...within((m: QuantMarketOf): ForecastOf => forecastOf(m, m.horizon, 'market'), forecastFields),
    monte_carlo: field.ifKnown(
      nullable(
        quantMonteCarlo.schema,
        'Simulation of the next day; left out at a horizon of 4h, null while undefined.',
      ),
      ({ horizon, monteCarlo }) => {
        if (horizon !== '24h') return undefined;
        return monteCarlo === null ? null : quantMonteCarlo.encode(monteCarlo);
      },
    ),
    classes: classesField,
    explain: field.inner(quantExplain, (m) => m.explain),
    ...within(({ point }: QuantMarketOf): QuantQuality => point.quality, qualityFields),
    ...within(
      ({ point }: QuantMarketOf): WithQuality => (point.breaks === undefined ? {} : { quality: point.breaks }),
      breaksField,
    ),
    ...within(({ point }: QuantMarketOf) => ({ barTime: point.time }), barField),
    ...quantStampFields,
  },
  'The nowcast of the market at one horizon.',
);
/** The market on the wire. */
export type QuantMarketWire = WireOf<typeof quantMarket>;
