/** GET /market-data/volume-history: daily volume of Bitcoin with the taker buy share. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, stampedFields, stampOf, venuesOf, type Stamped } from './asked.ts';

const SYMBOL = 'BTCUSDT';

interface Day {
  readonly time: number;
  readonly volume: number;
  readonly quoteVolume: number;
  readonly takerBuy: number;
}
const day = fieldsOf<Day>();
const AMOUNT = { minimum: 0 };
const dayRow = record(null, {
  date: day.text('UTC day, YYYY-MM-DD.', ({ time }) => new Date(time).toISOString().slice(0, 10)),
  timestamp: day.moment('Open of the day.', ({ time }) => time),
  volume: day.number('Units of the base.', ({ volume }) => volume, AMOUNT),
  quote_volume: day.numberOrNull('Units of the quote; null where it is not known.', (day) => day.quoteVolume, AMOUNT),
  taker_buy_volume: day.numberOrNull('Units of the base that takers bought; null where it is not known.', (day) => day.takerBuy, AMOUNT), // prettier-ignore
  buy_ratio: day.numberOrNull(
    'taker_buy_volume over volume, 0 to 1; null where it is not known or nothing was traded.',
    ({ takerBuy, volume }) => takerBuy / volume,
    { minimum: 0, maximum: 1 },
  ),
});

interface Found extends Stamped {
  readonly days: readonly Day[];
}
const field = fieldsOf<Found>();
/** The answer. */
export const volumeHistoryReply = record('VolumeHistory', {
  symbol: field.text('The pair.', () => SYMBOL),
  history: field.items(dayRow, 'Completed UTC days, oldest first.', ({ days }) => days),
  count: field.integer('Rows in history.', ({ days }) => days.length, AMOUNT),
  ...stampedFields,
});

export const volumeHistory = operation('market_data.volume_history', {
  ...ofPairs,
  path: '/market-data/volume-history',
  summary: 'Daily volume of Bitcoin on the large exchange, and the share that takers bought.',
  query: Type.Object({
    days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'Completed UTC days.' }),
  }),
  reply: withProvenance(volumeHistoryReply.schema),
  errors: PAIR_ERRORS.slice(1),
  answer: async (context, { query }) => {
    // One extra day, because the newest may still be forming.
    const reached = await venuesOf(context).pairBars({ symbol: SYMBOL, interval: '1d', count: query.days + 1 });
    if (!reached.ok) return notAnswered(reached, 'bars of BTCUSDT');
    const { closed, takerBuy, quoteVolume } = reached.rows;
    const days = Array.from(closed.time, (time, i): Day => {
      return { time, volume: closed.volume[i]!, quoteVolume: quoteVolume[i]!, takerBuy: takerBuy[i]! };
    });
    const stamp = stampOf(reached);
    const found: Found = { days: days.slice(-query.days), ...stamp };
    return ok(value(provenanced(volumeHistoryReply.encode(found), stamp)));
  },
});
