/** GET /backtesting/pd-trade-flow: archived taker flow by the minute. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { archivedSymbol, pageAsked, pageParameters, READER } from './asked.ts';
import { pageOf, ROW_ORDER } from './page.ts';
import { BACKTESTING, type TradeFlowMinuteRow } from './port.ts';

const of = fieldsOf<TradeFlowMinuteRow>();
const row = record(null, {
  symbol: of.text('Base coin.', (minute) => minute.symbol),
  timestamp: of.moment('Open of the minute.', (minute) => minute.timestamp),
  buy_usd: of.number('Bought by takers.', (minute) => minute.buy),
  sell_usd: of.number('Sold by takers.', (minute) => minute.sell),
  large_usd: of.number('Of both, in large fills.', (minute) => minute.large),
  trades: of.integer('Fills.', (minute) => minute.trades, { minimum: 0 }),
  vwap: of.numberOrNull('Mean price weighted by size, USD; null without fills.', (minute) => minute.vwap),
  max_fill_usd: of.numberOrNull('The largest fill; null without fills.', (minute) => minute.maxFill),
  partial: of.flag('A part of the minute was not watched.', (minute) => minute.partial),
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
    const asked = pageAsked({ ...query, symbol: archivedSymbol(query.symbol), exchange: 'perpdex' }, cancelled);
    return asked.ok
      ? page.answer(context, await context.use(BACKTESTING).tradeFlow(asked.value), query.cursor === undefined)
      : asked;
  },
});
