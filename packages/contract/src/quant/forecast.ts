/** Wire form of the forecasts of a horizon, a line per field. */

import {
  headStatus,
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
import { quantHeadStatus } from './head-status.ts';

/** A label with its probability at the end of a horizon. */
interface Change {
  readonly label: Regime;
  readonly p: number;
}
const change = fieldsOf<Change>();
/** Probability of a label at the end of the horizon. */
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

/** Labels with their probabilities, by id. */
function changes(next: readonly number[]): readonly Change[] {
  return REGIMES.map((label, id) => ({ label, p: next[id] ?? 0 }));
}
function likeliestFirst(next: readonly number[]): readonly Change[] {
  return changes(next).toSorted((a, b) => b.p - a.p);
}

/**
 * Likeliest label other than the current one; ties go to the lower id.
 *
 * @param next probabilities of the labels at the end of the horizon.
 */
export function likeliestChange(next: readonly number[], label: Regime): Change {
  const others = changes(next).filter((change) => change.label !== label);
  return others.reduce((best, change) => (change.p > best.p ? change : best));
}

/** Inputs of the forecasts of a horizon. */
export interface ForecastOf {
  /** null when nothing may be published. */
  readonly forecast: Forecast | null;
  readonly regime: PublishedRegime | null;
  readonly outlooks: Outlooks;
  readonly scope: Scope;
  readonly horizon: Horizon;
}

/** Status of the direction, by whether the point withholds it. */
const directionStatus = ({ forecast, scope, horizon }: ForecastOf) => {
  if (forecast === null || forecast.direction === null) return null;
  const silent = forecast.withheld === undefined ? undefined : { source: null, reason: forecast.withheld };
  return headStatus('direction', scope, horizon, silent ?? DIRECT);
};
/** Provenance of a direct head; only `source` is read. */
const DIRECT = { source: 'direct', version: '', trainedTo: null, n: null } as const;

const field = fieldsOf<ForecastOf>();
const family = probabilities<ForecastOf>;
/** Every family of a horizon; an unknown family is null, and `explain.heads_provenance` gives the reason. */
export const forecastFields = {
  p_next: family('regime', 'Label at the end of the horizon.', ({ forecast }) => forecast?.nextRegime),
  transitions: field.innerOrNull(
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
  direction_status: field.innerOrNull(
    quantHeadStatus,
    'Whether direction is a forecast at all; null while direction is.',
    directionStatus,
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
