/** The volatility index on the wire, a line per field: now, and one point per UTC date. */

import {
  SENTIMENTS,
  VOLATILITY_INDEX_V1,
  VOLATILITY_REGIMES,
  type IndexHistoryPoint,
  type MarketVolatility,
  type RegimeShares,
  type VolatilityIndexPoint,
} from '@barograph/volatility';
import { fieldsOf, record, within, type Fields, type WireOf } from '../fields.ts';
import type { Stamp } from '../shapes/head.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { majorsField, type Majors } from './premium.ts';

const PERCENTAGE = { minimum: 0 };
const SCORE = { minimum: 0, maximum: 100 };

/** Fields of a point of the index, now or on a date. */
function pointFields<From>(pointOf: (from: From) => VolatilityIndexPoint) {
  const { numberOrNull, choiceOrNull } = fieldsOf<From>();
  const realised = (days: number): string =>
    `Garman–Klass volatility of ${days} days, mean of all coins weighted by notional_30, annualised percent; null without a coin that counts.`;
  return {
    cvi_realized_30: numberOrNull(realised(30), (from) => pointOf(from).cviRealized30, PERCENTAGE),
    cvi_realized_7: numberOrNull(realised(7), (from) => pointOf(from).cviRealized7, PERCENTAGE),
    composite_score: numberOrNull(
      'Composite of the market, higher is more stress; null while no part of it is known.',
      (from) => pointOf(from).compositeScore,
      SCORE,
    ),
    sentiment: choiceOrNull(
      SENTIMENTS,
      'Band of composite_score: FEAR from 75, NERVOUS from 55, NEUTRAL from 35, CALM from 15, else COMPLACENT; null without a score.',
      (from) => pointOf(from).sentiment,
    ),
  };
}

const share = fieldsOf<RegimeShares>();
/** Share of the market in each regime. */
export const regimeShares = record<RegimeShares, Fields<RegimeShares>>(
  'VolatilityRegimeShares',
  Object.fromEntries(
    VOLATILITY_REGIMES.map((regime) => [
      regime,
      share.number(`Share in ${regime}, a fraction of one.`, (shares) => shares[regime], { minimum: 0, maximum: 1 }),
    ]),
  ),
);

const mix = fieldsOf<MarketVolatility['regimeMix']>();
const regimeMix = record(null, {
  by_count: mix.innerOrNull(regimeShares, 'Each coin counts once; null while none has a regime.', (mix) => mix.byCount),
  by_notional: mix.innerOrNull(
    regimeShares,
    'Each coin counts by notional_30; null while none with a regime has one.',
    (mix) => mix.byNotional,
  ),
});

/** Inputs of the answer of the index. */
export interface IndexOf {
  readonly market: MarketVolatility;
  readonly index: VolatilityIndexPoint;
  readonly majors: Majors;
}

const now = fieldsOf<IndexOf & Stamp>();
/** Current index. */
export const indexReply = record('VolatilityIndex', {
  ...pointFields<IndexOf & Stamp>(({ index }) => index),
  regime_mix: now.inner(regimeMix, ({ market }) => market.regimeMix, 'Share of the market in each regime.'),
  ...within(({ majors }: IndexOf & Stamp) => majors, { majors: majorsField }),
  cvi_pctile_30: now.numberOrNull(
    'Rank of cvi_realized_30 among its last 365 days; null below 90.',
    ({ index }) => index.cviPctile30,
    SCORE,
  ),
  cvi_pctile_7: now.numberOrNull(
    'Rank of cvi_realized_7 among its last 365 days; null below 90.',
    ({ index }) => index.cviPctile7,
    SCORE,
  ),
  partial: now.flag(
    'An input of composite_score is missing; the others carry its weight.',
    ({ index }) => index.partial,
  ),
  config_version: now.text('Version of the weights.', () => VOLATILITY_INDEX_V1.version),
  ...stampFields,
  source: sourceFields.source,
});

const date = fieldsOf<IndexHistoryPoint>();
/** Index on a UTC date. */
export const indexPoint = record('VolatilityIndexPoint', {
  date: date.text('UTC date, YYYY-MM-DD.', (point) => new Date(point.date).toISOString().slice(0, 10)),
  ...pointFields<IndexHistoryPoint>((point) => point),
  backfilled: date.flag('Reconstructed from the same bars, not captured live.', (point) => point.backfilled),
});
/** A point on the wire. */
export type IndexPointWire = WireOf<typeof indexPoint>;
