/** GET /market-data/short-term-price: momentum of Bitcoin, computed on request. */

import { MINUTE_MS, ok } from '@barograph/core';
import { MOMENTA, SHORT_TERM_V1, shortTermMomentum, type ShortTermMomentum } from '@barograph/indicators';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, stampedFields, stampOf, venuesOf, type Stamped } from './asked.ts';

const SYMBOL = 'BTCUSDT';
const STEP_MS = 5 * MINUTE_MS;
/** A day of bars, plus one on either side. */
const BARS = 290;

interface Found extends Stamped, ShortTermMomentum {
  readonly price: number;
  readonly computedAt: number;
}
const field = fieldsOf<Found>();
/** The answer. */
export const shortTermPriceReply = record('ShortTermPrice', {
  symbol: field.text('The pair.', () => SYMBOL),
  price: field.numberOrNull('Last price, USD.', ({ price }) => price, { minimum: 0 }),
  change_5m_pct: field.numberOrNull('Change over 5 minutes, percent, as those below.', ({ changes }) => changes['5m']),
  change_15m_pct: field.numberOrNull('Over 15 minutes.', ({ changes }) => changes['15m']),
  change_1h_pct: field.numberOrNull('Over an hour.', ({ changes }) => changes['1h']),
  change_4h_pct: field.numberOrNull('Over 4 hours.', ({ changes }) => changes['4h']),
  change_24h_pct: field.numberOrNull('Over 24 hours.', ({ changes }) => changes['24h']),
  score: field.numberOrNull(
    'Change of the last hour over the standard deviation that the day gives an hour; null where it is not known.',
    ({ score }) => score,
  ),
  momentum: field.choiceOrNull(
    MOMENTA,
    `up above ${SHORT_TERM_V1.flat}, down below -${SHORT_TERM_V1.flat}, flat between them; null without a score.`,
    ({ momentum }) => momentum,
  ),
  config_version: field.text('Version of the thresholds.', () => SHORT_TERM_V1.version),
  computed_at: field.moment('When this answer was computed.', ({ computedAt }) => computedAt),
  ...stampedFields,
});

export const shortTermPrice = operation('market_data.short_term_price', {
  ...ofPairs,
  path: '/market-data/short-term-price',
  summary: 'Momentum of Bitcoin over minutes and hours, computed on demand.',
  description: 'Computed at every call from bars that are fetched for it; nothing is kept between calls.',
  reply: withProvenance(shortTermPriceReply.schema),
  errors: PAIR_ERRORS.slice(1),
  answer: async (context) => {
    const reached = await venuesOf(context).pairBars({ symbol: SYMBOL, interval: '5m', count: BARS, isAnew: true });
    if (!reached.ok) return notAnswered(reached, 'bars of BTCUSDT');
    const { closed, forming } = reached.rows;
    const price = forming?.close ?? closed.close[closed.length - 1] ?? NaN;
    const stamp = stampOf(reached);
    const computedAt = context.now();
    const found: Found = { ...shortTermMomentum(closed, STEP_MS, price, computedAt), price, computedAt, ...stamp };
    return ok(value(provenanced(shortTermPriceReply.encode(found), stamp)));
  },
});
