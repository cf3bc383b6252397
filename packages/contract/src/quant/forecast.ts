/** Wire form of the forecasts of a horizon, a line per field. */

import {
  DIRECTION_EVIDENCE_V2,
  REGIMES,
  type Forecast,
  type Horizon,
  type Outlooks,
  type PublishedRegime,
  type Regime,
  type Scope,
} from '@barograph/nowcast';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { PROBABILITY, probabilities } from './classes.ts';

/** A label with its probability at the end of a horizon. */
interface Change {
  readonly label: Regime;
  readonly p: number;
}
const change = fieldsOf<Change>();
/** Probability that a label holds at the end of the horizon. */
export const quantTransition = record(null, {
  label: change.choice(REGIMES, 'Label.', (c) => c.label),
  p: change.number('Probability that it holds at the end of the horizon.', (c) => c.p, PROBABILITY),
});

/** Inputs of transitions. */
interface TransitionsOf {
  readonly next: readonly number[];
  readonly label: Regime;
}
const transitions = fieldsOf<TransitionsOf>();
const quantTransitions = record(null, {
  p_stay: transitions.number(
    'Probability that the label that holds now holds at the end.',
    ({ next, label }) => next[REGIMES.indexOf(label)] ?? 0,
    PROBABILITY,
  ),
  most_likely: transitions.inner(
    quantTransition,
    ({ next, label }) => likeliestChange(next, label),
    'The likeliest other label; of two as likely, the one with the lower id.',
  ),
  to: transitions.items(quantTransition, 'Every label, the likeliest first.', ({ next }) => likeliestFirst(next), {
    minItems: 6,
    maxItems: 6,
  }),
});

/** Every label with its probability, by id. */
function changes(next: readonly number[]): readonly Change[] {
  return REGIMES.map((label, id) => ({ label, p: next[id] ?? 0 }));
}
function likeliestFirst(next: readonly number[]): readonly Change[] {
  return changes(next).toSorted((a, b) => b.p - a.p);
}

/**
 * The likeliest label other than the one that holds; ties go to the lower id.
 *
 * @param next probabilities of the labels at the end of the horizon.
 */
export function likeliestChange(next: readonly number[], label: Regime): Change {
  const others = changes(next).filter((one) => one.label !== label);
  return others.reduce((best, one) => (one.p > best.p ? one : best));
}

/** Inputs of the forecasts of a horizon. */
export interface ForecastOf {
  /** null where nothing may be published. */
  readonly forecast: Forecast | null;
  readonly regime: PublishedRegime | null;
  readonly outlooks: Outlooks;
  readonly scope: Scope;
  readonly horizon: Horizon;
}

const head = fieldsOf<ForecastOf & { readonly forecast: Forecast }>();
const gainOf = ({ scope, horizon }: ForecastOf) => DIRECTION_EVIDENCE_V2.gains[scope][horizon];
/** Whether the direction is a forecast, and what was measured of such forecasts. */
const quantDirectionStatus = record(null, {
  status: head.choice(
    ['available', 'unavailable'],
    'unavailable: the head is withheld, and direction has the base rates of its classes.',
    ({ forecast }) => (forecast.withheld === undefined ? 'available' : 'unavailable'),
  ),
  reason: head.choiceOrNull(
    ['no_measured_skill'],
    'Why it is withheld; null when it is not.',
    ({ forecast }) => forecast.withheld ?? null,
  ),
  skill: head.choice(
    ['measured', 'not_measured'],
    'measured: the whole interval of the gain is above 0. not_measured: it is not, and the head is withheld.',
    (of) => (gainOf(of).low > 0 ? 'measured' : 'not_measured'),
  ),
  gain: head.number(
    'Log loss of the base rates less that of the head, nats a forecast, on hours after those learnt from: of the market, or the mean over coins.',
    (of) => gainOf(of).mean,
  ),
  gain_low: head.number('Lower end of its 95 % interval, of whole weeks.', (of) => gainOf(of).low),
  gain_high: head.number('Upper end of it.', (of) => gainOf(of).high),
  evidence_version: head.text('Version of the measurement.', () => DIRECTION_EVIDENCE_V2.version),
});

const of = fieldsOf<ForecastOf>();
const family = probabilities<ForecastOf>;
/** Every family of one horizon; a family that is not known is null, and `explain.heads_provenance` says why. */
export const forecastFields = {
  p_next: family('regime', 'Label at the end of the horizon.', ({ forecast }) => forecast?.nextRegime),
  transitions: of.innerOrNull(
    quantTransitions,
    'The same as p_next, seen from the label that holds now; null while there is none.',
    ({ forecast, regime }) =>
      forecast === null || regime === null ? null : { next: forecast.nextRegime, label: regime.label },
  ),
  direction: family(
    'direction',
    'Return over the horizon, in standard deviations of such returns: below −1, −0.25, 0.25, 1, and above. Base rates, and no forecast, where direction_status says unavailable, which is so for coins and for the market at 24h.',
    ({ forecast }) => forecast?.direction,
  ),
  direction_status: of.innerOrNull(
    quantDirectionStatus,
    'Whether direction is a forecast at all; null while direction is.',
    ({ forecast, ...parts }) => (forecast === null || forecast.direction === null ? null : { ...parts, forecast }),
  ),
  volatility: family(
    'volatility',
    'Volatility over the horizon, in classes that the model cuts by the history it learnt from.',
    ({ forecast }) => forecast?.volatility,
  ),
  liquidation_risk: family(
    'liquidation_risk',
    'Notional that a large move of the horizon would liquidate, over the depth of the book.',
    ({ outlooks }) => outlooks.liquidationRisk.probabilities,
  ),
  funding: family(
    'funding',
    'Mean hourly funding rate of the horizon.',
    ({ outlooks }) => outlooks.funding.probabilities,
  ),
  breadth: family(
    'breadth',
    'Change over the horizon of the share of perps above their 24-hour mean; within ±10 points it is steady.',
    ({ outlooks }) => outlooks.breadth.probabilities,
  ),
  open_interest: family(
    'open_interest',
    'Change of open interest over the horizon; within half a standard deviation it is stable.',
    ({ outlooks }) => outlooks.openInterest.probabilities,
  ),
};

/** The forecasts of one horizon. */
export const quantForecast = record<ForecastOf, typeof forecastFields>(null, forecastFields);
/** The forecasts of one horizon on the wire. */
export type QuantForecastWire = WireOf<typeof quantForecast>;
