/** GET /backtesting/pd-trade-flow: archived taker flow per minute. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { archivedSymbol, pageAsked, pageParameters, READER } from './asked.ts';
import { pageOf, ROW_ORDER } from './page.ts';
import { BACKTESTING, type TradeFlowMinuteRow } from './port.ts';

const field = fieldsOf<TradeFlowMinuteRow>();
const row = record(null, {
  symbol: field.text('Base coin.', (minute) => minute.symbol),
  timestamp: field.moment('Open of the minute.', (minute) => minute.timestamp),
  buy_usd: field.number('Bought by takers.', (minute) => minute.buy),
  sell_usd: field.number('Sold by takers.', (minute) => minute.sell),
  large_usd: field.number('Of both, in large fills.', (minute) => minute.large),
  trades: field.integer('Fills.', (minute) => minute.trades, { minimum: 0 }),
  vwap: field.numberOrNull('Mean price weighted by size, USD; null without fills.', (minute) => minute.vwap),
  max_fill_usd: field.numberOrNull('The largest fill; null without fills.', (minute) => minute.maxFill),
  partial: field.flag('A part of the minute was not watched.', (minute) => minute.partial),
});
const page = pageOf('BacktestingTradeFlow', row, ROW_ORDER, 'trade_flow');

export const backtestingTradeFlow = operation('backtesting.pd_trade_flow', {
  ...READER,
  path: '/backtesting/pd-trade-flow',
  summary: 'Archived taker flow of the perp venue, a row for each coin and minute with fills.',
  description: 'Minutes of whole UTC days. A minute without a row had no fills of the coin, or was not watched.',
  query: Type.Object(pageParameters),
  reply: page.schema,
  ports: [BACKTESTING],
  answer: async (context, { query, cancelled }) => {
    const request = pageAsked({ ...query, symbol: archivedSymbol(query.symbol), exchange: 'perpdex' }, cancelled);
    return request.ok
      ? page.answer(context, await context.use(BACKTESTING).tradeFlow(request.value), query.cursor === undefined)
      : request;
  },
});
