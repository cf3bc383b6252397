/** GET /backtesting/pd-funding-bars: funding and open interest on the grid of the bars. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { archivedSymbol, pageAsked, pageParameters, READER } from './asked.ts';
import { pageOf, ROW_ORDER } from './page.ts';
import { BACKTESTING, type FundingBarRow } from './port.ts';

const field = fieldsOf<FundingBarRow>();
const row = record(null, {
  exchange: field.text('Exchange.', (bar) => bar.exchange),
  symbol: field.text('As it is listed.', (bar) => bar.symbol),
  timestamp: field.moment('Open of the bar: joins the row to that of /backtesting/klines.', (bar) => bar.timestamp),
  funding_rate: field.numberOrNull(
    'Fraction of the notional per hour; null where not known.',
    (bar) => bar.fundingRate,
  ),
  open_interest: field.numberOrNull('Units of the coin; null where not known.', (bar) => bar.openInterest),
  mark_price: field.numberOrNull('USD; null where not known.', (bar) => bar.mark),
  known_at: field.momentOrNull('When they became known; null where nothing was within the hour before.', (bar) => {
    return bar.knownAt;
  }),
});
const page = pageOf('BacktestingFundingBars', row, ROW_ORDER, 'klines');

export const backtestingFundingBars = operation('backtesting.pd_funding_bars', {
  ...READER,
  path: '/backtesting/pd-funding-bars',
  summary: 'Funding and open interest of the perp venue on the grid of its bars.',
  description:
    'A row for each archived bar of one minute, and for no other: a gap of the bars is one here. What a row says was known at the open of its bar, so that a strategy that reads it looks at nothing later; null where nothing became known within the hour before.',
  query: Type.Object(pageParameters),
  reply: page.schema,
  ports: [BACKTESTING],
  answer: async (context, { query, cancelled }) => {
    const request = pageAsked({ ...query, symbol: archivedSymbol(query.symbol), exchange: 'perpdex' }, cancelled);
    return request.ok
      ? page.answer(context, await context.use(BACKTESTING).fundingBars(request.value), query.cursor === undefined)
      : request;
  },
});
