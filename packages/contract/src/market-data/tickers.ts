/** GET /market-data/ticker/24hr and /market-data/ticker/price: a spot pair over the last 24 hours, and its price. */

import { ok, pairNamed, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import type { Context } from '../context.ts';
import { fieldsOf, record, type Fields } from '../fields.ts';
import { operation } from '../operation.ts';
import type { Problem } from '../problem.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import type { PairTicker } from '../venues-port.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, pairParameter, stampedFields, stampOf, unknownPair, venuesOf, type Stamped } from './asked.ts'; // prettier-ignore
import { tickerFields } from './ticker-row.ts';

interface Found extends Stamped, PairTicker {}

async function tickerOf(context: Context, name: string): Promise<Result<Found, Problem>> {
  const venues = venuesOf(context);
  const reached = await venues.tickers();
  if (!reached.ok) return notAnswered(reached, 'tickers of spot pairs');
  const pair = pairNamed(name);
  const ticker = reached.rows.tickers.find(({ symbol }) => symbol === pair);
  return ticker === undefined ? unknownPair(venues, name) : ok({ ...ticker, ...stampOf(reached) });
}

const tickerTable = { ...tickerFields, ...stampedFields } satisfies Fields<Found>;
export const tickerReply = record<Found, typeof tickerTable>('Ticker24h', tickerTable);

export const ticker24h = operation('market_data.ticker_24hr', {
  ...ofPairs,
  path: '/market-data/ticker/24hr',
  summary: 'A spot pair of the large exchange over the last 24 hours.',
  query: Type.Object(pairParameter),
  reply: withProvenance(tickerReply.schema),
  errors: PAIR_ERRORS,
  answer: async (context, { query }) => {
    const found = await tickerOf(context, query.symbol);
    return found.ok ? ok(value(provenanced(tickerReply.encode(found.value), found.value))) : found;
  },
});

const field = fieldsOf<Found>();
export const priceReply = record('TickerPrice', {
  symbol: field.text('The pair.', ({ symbol }) => symbol),
  price: field.number('Last price, quote units.', ({ last }) => last, { minimum: 0 }),
  ...stampedFields,
});

export const tickerPrice = operation('market_data.ticker_price', {
  ...ofPairs,
  path: '/market-data/ticker/price',
  summary: 'The last price of a spot pair of the large exchange.',
  query: Type.Object(pairParameter),
  reply: withProvenance(priceReply.schema),
  errors: PAIR_ERRORS,
  answer: async (context, { query }) => {
    const found = await tickerOf(context, query.symbol);
    return found.ok ? ok(value(provenanced(priceReply.encode(found.value), found.value))) : found;
  },
});
