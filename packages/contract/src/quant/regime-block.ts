/** The regime block on the wire. */

import { REGIMES, type HysteresisConfig, type PublishedRegime } from '@barograph/nowcast';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { PROBABILITY } from './classes.ts';

const counting = fieldsOf<NonNullable<PublishedRegime['pending']>>();
/** Challenger with the hours of its lead. */
export const quantPending = record(null, {
  label: counting.choice(REGIMES, 'Label that leads the one that holds.', (p) => p.label),
  count: counting.integer('Closed hours in a row of its lead.', (p) => p.count, { minimum: 1 }),
  needed: counting.integer('Hours in a row after which it takes over.', (p) => p.needed, { minimum: 1 }),
});

const rule = fieldsOf<HysteresisConfig>();
const quantHysteresis = record(null, {
  margin: rule.number('Lead in probability over the label that holds that counts as one.', (h) => h.margin),
  bars: rule.integer('Closed hours in a row that the same challenger must lead.', (h) => h.bars),
  override: rule.number('Probability from which a challenger takes over at once.', (h) => h.override),
  incumbent_floor: rule.number(
    'Probability of the label that holds below which the likeliest label of the next hour takes over.',
    (h) => h.incumbentFloor,
  ),
  min_dwell_bars: rule.integer('Closed hours before which only an override ends a regime.', (h) => h.minDwellBars),
});

/** Inputs of a block. */
export interface RegimeBlockOf {
  readonly regime: PublishedRegime;
  readonly hysteresis: HysteresisConfig;
}

const field = fieldsOf<RegimeBlockOf>();
/** Current regime. */
export const quantRegime = record(
  'QuantRegime',
  {
    label: field.choice(REGIMES, 'Label that holds.', ({ regime }) => regime.label),
    confidence: field.number(
      'Calibrated: the share of labels so probable that hindsight confirms.',
      ({ regime }) => regime.confidence,
      PROBABILITY,
    ),
    raw_confidence: field.number(
      'Filtered probability of the label.',
      ({ regime }) => regime.rawConfidence,
      PROBABILITY,
    ),
    candles_in_regime: field.integer('Closed hours, the first one included.', ({ regime }) => regime.candles, {
      minimum: 1,
    }),
    in_regime_since: field.textOrNull(
      'ISO-8601, open of the first hour; null when it began before the history.',
      ({ regime }) => (regime.since === null ? null : new Date(regime.since).toISOString()),
    ),
    pending: field.innerOrNull(
      quantPending,
      'Challenger that is about to take over; null without one.',
      ({ regime }) => regime.pending,
    ),
    hysteresis: field.inner(
      quantHysteresis,
      ({ hysteresis }) => hysteresis,
      'Numbers of the rule that changes labels.',
    ),
  },
  'The regime of the last closed hour.',
);
/** The block on the wire. */
export type QuantRegimeWire = WireOf<typeof quantRegime>;
