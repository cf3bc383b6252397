/** Perp in the lists of the nowcast, a line per field: its regime and its risk. */

import { REGIMES } from '@barograph/nowcast';
import { volTargetMultiplier } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { num } from '../scalar.ts';
import { PROBABILITY, probabilities, type QuantHorizon } from './classes.ts';
import type { QuantCoinWire } from './coin-block.ts';
import { likeliestChange, quantTransition, type QuantForecastWire } from './forecast.ts';
import type { QuantRecord } from './publication.ts';
import type { QuantRegimeWire } from './regime-block.ts';
import { barField, qualityFields, type QuantQuality } from './stamp.ts';

/** A perp that has a regime, at a horizon. */
export interface ReadyCoin extends Pick<QuantRecord, 'volatility' | 'openInterestUsd'> {
  readonly coin: QuantCoinWire;
  readonly regime: QuantRegimeWire;
  readonly forecast: QuantForecastWire;
}
/** Perp with a regime and a direction. */
interface DirectedCoin extends ReadyCoin {
  readonly next: readonly number[];
  readonly direction: readonly number[];
}

/** Selects a perp with a regime; undefined without one. */
export function readyCoin(
  { coin, volatility, openInterestUsd }: QuantRecord,
  horizon: QuantHorizon,
): ReadyCoin | undefined {
  const { regime } = coin;
  if (regime === null) return undefined;
  return { coin, regime, forecast: coin.horizons[horizon], volatility, openInterestUsd };
}

/** Selects a perp with a regime and a direction; undefined otherwise, when `warming` names it. */
export function directedCoin(record: QuantRecord, horizon: QuantHorizon): DirectedCoin | undefined {
  const ready = readyCoin(record, horizon);
  if (ready === undefined) return undefined;
  const { p_next: next, direction } = ready.forecast;
  return next === null || direction === null ? undefined : { ...ready, next, direction };
}

const any = fieldsOf<ReadyCoin>();
const nameFields = {
  symbol: any.text('Perp, as its venue names it.', ({ coin }) => coin.symbol),
  regime: any.choice(REGIMES, 'Label of the last closed hour.', ({ regime }) => regime.label),
  confidence: any.number(
    'Calibrated: the share of labels so probable that hindsight confirms.',
    ({ regime }) => regime.confidence,
    PROBABILITY,
  ),
};
const endFields = {
  ...within(
    ({ coin }: ReadyCoin): QuantQuality => ({
      insufficientHistory: coin.insufficient_history,
      warmingUp: coin.warming_up,
      newListing: coin.new_listing,
      settled: coin.settled,
      sparse: coin.sparse,
    }),
    qualityFields,
  ),
  ...within(({ coin }: ReadyCoin) => ({ barTime: coin.bar_timestamp }), barField),
};

const statusOf = ({ forecast }: DirectedCoin): 'available' | 'unavailable' =>
  forecast.direction_status?.status ?? 'unavailable';

const row = fieldsOf<DirectedCoin>();
/** A row of the list of perps. */
export const quantCoinRow = record(
  'QuantCoinRow',
  {
    ...nameFields,
    p_direction_up: row.numberOrNull(
      'Probability of up and strong_up together at the horizon; null where direction_status is unavailable, for base rates are no forecast of a coin.',
      (coin) =>
        statusOf(coin) === 'unavailable' ? null : Math.min(1, (coin.direction[3] ?? 0) + (coin.direction[4] ?? 0)),
      PROBABILITY,
    ),
    direction_status: row.choice(
      ['available', 'unavailable'],
      'Whether the direction of the coin is a forecast, as in quant/coins/{symbol}; unavailable at both horizons since direction_evidence/2.',
      statusOf,
    ),
    most_likely_transition: row.inner(
      quantTransition,
      ({ next, regime }) => likeliestChange(next, regime.label),
      'The likeliest other label at the end of the horizon.',
    ),
    oi_usd: row.ifKnown(
      Type.Number({ minimum: 0, description: 'Open interest, USD; left out without a source.' }),
      ({ openInterestUsd }) => openInterestUsd ?? undefined,
    ),
    ...endFields,
  },
  'The regime of a perp, in one line.',
);
/** A row on the wire. */
export type QuantCoinRowWire = WireOf<typeof quantCoinRow>;

/** Expected volatility, annualised percent. */
const expectedOf = ({ volatility }: ReadyCoin): number | undefined => volatility.expected24h ?? undefined;

const meta = record(null, endFields);
/** The risk of a perp. */
export const quantRisk = record(
  'QuantRisk',
  {
    ...nameFields,
    volatility: probabilities('volatility', 'Volatility over the horizon.', (r: ReadyCoin) => r.forecast.volatility),
    liquidation_risk: probabilities(
      'liquidation_risk',
      'Notional that a large move of the horizon would liquidate, over the depth of the book.',
      (r: ReadyCoin) => r.forecast.liquidation_risk,
    ),
    funding: probabilities('funding', 'Mean hourly funding rate of the horizon.', (r: ReadyCoin) => r.forecast.funding),
    open_interest: probabilities(
      'open_interest',
      'Change of open interest over the horizon.',
      (r: ReadyCoin) => r.forecast.open_interest,
    ),
    vol_target_multiplier: any.numberOrNull(
      'Multiplier of a position that aims at 60 % volatility a year, from completed days; null while it is not known.',
      ({ volatility }) => volatility.volTargetMultiplier,
      { minimum: 0.25, maximum: 3 },
    ),
    vol_target_multiplier_forecast: any.ifKnown(
      Type.Number({
        minimum: 0.25,
        maximum: 3,
        description:
          'The same multiplier of the volatility that is expected of the next 24 hours; left out while nothing is expected.',
      }),
      (r) => {
        const volatility = expectedOf(r);
        return volatility === undefined ? undefined : volTargetMultiplier(volatility);
      },
    ),
    expected_volatility_24h: any.ifKnown(
      Type.Number({
        minimum: 0,
        description:
          'Volatility expected of the next 24 hours, annualised percent; left out while nothing is expected.',
      }),
      expectedOf,
    ),
    expected_volatility_from: any.ifKnown(
      Type.Enum(['bars', 'derivatives'], {
        type: 'string',
        description:
          'What expected_volatility_24h was made of: bars alone, or derivatives too, where funding and open interest of the hour are known and the model has learnt from them.',
      }),
      ({ volatility }) => (typeof volatility.expected24h === 'number' ? volatility.expectedFrom : undefined),
    ),
    vol_pctile_30: any.numberOrNull(
      'Rank of the 30-day volatility among 365 days, percent; null while it is not known.',
      ({ volatility }) => volatility.volPctile30,
      { minimum: 0, maximum: 100 },
    ),
    rv_24h: any.numberOrNull(
      'Realised volatility of the last 24 closed hours, annualised percent; null where an hour has no bar.',
      ({ volatility }) => num(volatility.rv24h),
      { minimum: 0 },
    ),
    meta: any.inner(meta, (r) => r, 'How much history the row rests on, and of what hour it is.'),
  },
  'The risk of a perp.',
);
/** A risk on the wire. */
export type QuantRiskWire = WireOf<typeof quantRisk>;
