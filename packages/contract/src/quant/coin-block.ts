/** The nowcast of a coin on the wire. */

import { REGIMES, type Regime } from '@barograph/nowcast';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { forecastOf, regimeFields, type QuantParts } from './block.ts';
import { classesField, PROBABILITY } from './classes.ts';
import { quantExplain } from './explain.ts';
import { forecastFields, quantForecast } from './forecast.ts';
import { quantMonteCarlo } from './monte-carlo.ts';
import { shockField } from './shock-block.ts';
import type { WithQuality } from '../shapes/quality.ts';
import { barField, breaksField, qualityFields, quantStampFields, type QuantQuality } from './stamp.ts';

/** Hours of `recent_regimes`. */
export const QUANT_RECENT_HOURS = 48;

/** One of the last hours of a coin. */
export interface QuantRecent {
  readonly time: number;
  readonly regime: Regime | null;
  readonly confidence: number | null;
}
const hour = fieldsOf<QuantRecent>();
const quantRecent = record(null, {
  timestamp: hour.moment('Open of the hour.', (h) => h.time),
  regime: hour.choiceOrNull(REGIMES, 'Label of the hour; null while nothing was published.', (h) => h.regime),
  confidence: hour.numberOrNull('Calibrated confidence; null without a label.', (h) => h.confidence, PROBABILITY),
});

const day = fieldsOf<QuantParts>();
const dayAhead = record(null, {
  ...within((parts: QuantParts) => forecastOf(parts, '24h', 'coin'), forecastFields),
  monte_carlo: day.innerOrNull(
    quantMonteCarlo,
    'Simulation of the next day; null while undefined.',
    (c) => c.monteCarlo,
  ),
});
const horizons = record(null, {
  '4h': day.inner(quantForecast, (parts) => forecastOf(parts, '4h', 'coin'), 'What may hold in 4 hours.'),
  '24h': day.inner(dayAhead, (parts) => parts, 'What may hold in 24 hours.'),
});

/** A coin with its last hours. */
export interface QuantCoinOf extends QuantParts {
  /** Oldest first. */
  readonly recent: readonly QuantRecent[];
}

const field = fieldsOf<QuantCoinOf>();
/** Everything of one coin. @example quantCoin.encode({ ...parts, recent }); */
export const quantCoin = record(
  'QuantCoin',
  {
    symbol: field.text('Perp, as its venue names it.', (c) => c.symbol),
    ...regimeFields,
    ...shockField,
    horizons: field.inner(horizons, (c) => c, 'Forecasts by horizon.'),
    classes: classesField,
    explain: field.inner(quantExplain, (c) => c.explain),
    recent_regimes: field.items(quantRecent, 'The last closed hours, oldest first.', (c) => c.recent, {
      maxItems: QUANT_RECENT_HOURS,
    }),
    ...within(({ point }: QuantCoinOf): QuantQuality => point.quality, qualityFields),
    ...within(
      ({ point }: QuantCoinOf): WithQuality => (point.breaks === undefined ? {} : { quality: point.breaks }),
      breaksField,
    ),
    ...within(({ point }: QuantCoinOf) => ({ barTime: point.time }), barField),
    ...quantStampFields,
  },
  'Everything of one perp, with its last 48 hours.',
);
/** A coin on the wire. */
export type QuantCoinWire = WireOf<typeof quantCoin>;
