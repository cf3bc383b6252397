/** GET /market-data/btc-price-history: daily closes of Bitcoin with their 200-day mean. */

import { ok } from '@barograph/core';
import { sma } from '@barograph/indicators';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, stampedFields, stampOf, venuesOf, type Stamped } from './asked.ts';

/** Length of the mean, days. */
const MEAN_DAYS = 200;
const SYMBOL = 'BTCUSDT';

interface Day {
  readonly time: number;
  readonly close: number;
  /** NaN below {@link MEAN_DAYS} closes. */
  readonly mean: number;
}
const day = fieldsOf<Day>();
const dayRow = record(null, {
  date: day.text('UTC day, YYYY-MM-DD.', ({ time }) => new Date(time).toISOString().slice(0, 10)),
  timestamp: day.moment('Open of the day.', ({ time }) => time),
  price: day.number('Close of the day, USD.', ({ close }) => close, { minimum: 0 }),
  ma_200: day.numberOrNull('Mean of this close and the 199 before it; null below 200 closes.', ({ mean }) => mean, { minimum: 0 }), // prettier-ignore
});

interface Found extends Stamped {
  readonly days: readonly Day[];
}
const field = fieldsOf<Found>();
/** The answer. */
export const btcPriceHistoryReply = record('BtcPriceHistory', {
  symbol: field.text('The pair.', () => SYMBOL),
  history: field.items(dayRow, 'Completed UTC days, oldest first.', ({ days }) => days),
  count: field.integer('Rows in history.', ({ days }) => days.length, { minimum: 0 }),
  ...stampedFields,
});

export const btcPriceHistory = operation('market_data.btc_price_history', {
  ...ofPairs,
  path: '/market-data/btc-price-history',
  summary: 'Daily closes of Bitcoin on the large exchange, with their mean of 200 days.',
  query: Type.Object({
    days: Type.Integer({ minimum: 1, maximum: 730, default: 365, description: 'Completed UTC days.' }),
  }),
  reply: withProvenance(btcPriceHistoryReply.schema),
  errors: PAIR_ERRORS.slice(1),
  answer: async (context, { query }) => {
    // One extra day, because the newest may still be forming.
    const count = query.days + MEAN_DAYS;
    const reached = await venuesOf(context).pairBars({ symbol: SYMBOL, interval: '1d', count });
    if (!reached.ok) return notAnswered(reached, 'bars of BTCUSDT');
    const { time, close } = reached.rows.closed;
    const mean = sma(reached.rows.closed, { period: MEAN_DAYS });
    const days = Array.from(time, (at, i): Day => ({ time: at, close: close[i]!, mean: mean[i]! }));
    const stamp = stampOf(reached);
    const found: Found = { days: days.slice(-query.days), ...stamp };
    return ok(value(provenanced(btcPriceHistoryReply.encode(found), stamp)));
  },
});
