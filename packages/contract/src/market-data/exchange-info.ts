/** GET /market-data/exchange-info: terms of a spot pair. */

import { ok, pairNamed } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import type { PairTerms } from '../venues-port.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, pairParameter, stampedFields, stampOf, unknownPair, venuesOf, type Stamped } from './asked.ts'; // prettier-ignore

interface Found extends Stamped, PairTerms {}
const field = fieldsOf<Found>();
const AMOUNT = { minimum: 0 };
/** The answer. */
export const exchangeInfoReply = record('ExchangeInfo', {
  symbol: field.text('The pair.', ({ symbol }) => symbol),
  base: field.text('Asset that is traded.', ({ base }) => base),
  quote: field.text('Asset that it is priced in.', ({ quote }) => quote),
  status: field.text("The exchange's own word.", ({ status }) => status),
  is_trading: field.flag('Whether it trades now.', ({ isTrading }) => isTrading),
  tick_size: field.numberOrNull('Step of prices, quote units.', ({ tickSize }) => tickSize, AMOUNT),
  step_size: field.numberOrNull('Step of quantities, base units.', ({ stepSize }) => stepSize, AMOUNT),
  min_quantity: field.numberOrNull('Smallest quantity of an order, base units.', (found) => found.minQuantity, AMOUNT),
  min_notional: field.numberOrNull('Smallest value of an order, quote units.', (found) => found.minNotional, AMOUNT),
  ...stampedFields,
});

export const exchangeInfo = operation('market_data.exchange_info', {
  ...ofPairs,
  path: '/market-data/exchange-info',
  summary: 'Terms of a spot pair of the large exchange: assets, status, steps and smallest order.',
  query: Type.Object(pairParameter),
  reply: withProvenance(exchangeInfoReply.schema),
  errors: PAIR_ERRORS,
  answer: async (context, { query }) => {
    const venues = venuesOf(context);
    const reached = await venues.pairs();
    if (!reached.ok) return notAnswered(reached, 'terms of spot pairs');
    const name = pairNamed(query.symbol);
    const pair = reached.rows.find(({ symbol }) => symbol === name);
    if (pair === undefined) return unknownPair(venues, query.symbol);
    const found: Found = { ...pair, ...stampOf(reached) };
    return ok(value(provenanced(exchangeInfoReply.encode(found), found)));
  },
});
