/** GET /daily/prices: every spot pair of the large exchange. */

import { ok } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import type { PairTickers } from '../venues-port.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, stampedFields, stampOf, venuesOf, type Stamped } from './asked.ts';
import { changeFields } from './ticker-row.ts';

const priceRow = record('DailyPrice', changeFields);

interface Found extends Stamped, PairTickers {}
const field = fieldsOf<Found>();
/** The answer. */
export const dailyPricesReply = record('DailyPrices', {
  prices: field.items(priceRow, 'Every pair that can be, once, in the order of the exchange.', ({ tickers }) => tickers),
  count: field.integer('Rows in prices.', ({ tickers }) => tickers.length, { minimum: 0 }),
  left_out: field.integer(
    'Pairs whose price is 0, or whose numbers contradict each other.',
    ({ leftOut }) => leftOut,
    { minimum: 0 },
  ),
  ...stampedFields,
}); // prettier-ignore

const kept = keptByView<ValueBody<WireOf<typeof dailyPricesReply>>>();

export const dailyPrices = operation('daily.prices', {
  ...ofPairs,
  family: 'daily',
  path: '/daily/prices',
  summary: 'Last price, change and volume of every spot pair of the large exchange.',
  reply: withProvenance(dailyPricesReply.schema),
  errors: PAIR_ERRORS.slice(1),
  answer: async (context, { query }) => {
    const reached = await venuesOf(context).tickers();
    if (!reached.ok) return notAnswered(reached, 'tickers of spot pairs');
    const stamp = stampOf(reached);
    const make = () => value(provenanced(dailyPricesReply.encode({ ...reached.rows, ...stamp }), stamp));
    // Thousands of rows, encoded once per fetch.
    return ok(kept(reached.rows, query, () => JSON.stringify(stamp), make));
  },
});
