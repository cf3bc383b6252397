/** GET /backtesting/klines: archived one-minute bars. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { archivedSymbol, pageAsked, pageParameters, READER } from './asked.ts';
import { pageOf, ROW_ORDER } from './page.ts';
import { BACKTESTING, type KlineRow } from './port.ts';

const field = fieldsOf<KlineRow>();
const row = record(null, {
  exchange: field.text('Exchange.', (bar) => bar.exchange),
  symbol: field.text('As it is listed.', (bar) => bar.symbol),
  timestamp: field.moment('Open of the bar.', (bar) => bar.timestamp),
  open: field.number('USD.', (bar) => bar.open),
  high: field.number('USD.', (bar) => bar.high),
  low: field.number('USD.', (bar) => bar.low),
  close: field.number('USD.', (bar) => bar.close),
  volume: field.number('Units of the coin.', (bar) => bar.volume),
});
const page = pageOf('BacktestingKlines', row, ROW_ORDER, 'klines');

/** Exchanges whose bars and funding are archived. */
const ExchangeParameter = Type.Optional(
  Type.Enum(['perpdex'], { type: 'string', description: 'Exchange of the archive; perpdex when left out.' }),
);

export const backtestingKlines = operation('backtesting.klines', {
  ...READER,
  path: '/backtesting/klines',
  summary: 'Archived bars of one minute, page by page.',
  description:
    'Bars of whole UTC days, from the archive alone: today is not in it. The first page fixes what the following ones show; days and corrections that come later are for the next question. For many days download the files instead.',
  query: Type.Object({ exchange: ExchangeParameter, ...pageParameters }),
  reply: page.schema,
  ports: [BACKTESTING],
  answer: async (context, { query, cancelled }) => {
    const request = pageAsked({ ...query, symbol: archivedSymbol(query.symbol), exchange: 'perpdex' }, cancelled);
    return request.ok
      ? page.answer(context, await context.use(BACKTESTING).klines(request.value), query.cursor === undefined)
      : request;
  },
});
