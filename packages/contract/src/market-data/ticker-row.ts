/** A spot pair over the last 24 hours, on the wire. */

import { fieldsOf } from '../fields.ts';
import type { PairTicker } from '../venues-port.ts';

const of = fieldsOf<PairTicker>();
const AMOUNT = { minimum: 0 };
/** Price and change; of every answer about tickers. */
export const changeFields = {
  symbol: of.text('The pair.', ({ symbol }) => symbol),
  price: of.number('Last price, quote units.', ({ last }) => last, AMOUNT),
  price_change: of.numberOrNull('Last price less the first of the 24 hours.', ({ last, open }) => last - open),
  price_change_pct: of.numberOrNull('The same in percent of the first.', ({ last, open }) => (last / open - 1) * 100),
  quote_volume: of.numberOrNull('Units of the quote.', ({ quoteVolume }) => quoteVolume, AMOUNT),
};
/** The rest of a ticker. */
export const tickerFields = {
  ...changeFields,
  open: of.numberOrNull('First price of the 24 hours.', (one) => one.open, AMOUNT),
  high: of.numberOrNull('Highest price.', ({ high }) => high, AMOUNT),
  low: of.numberOrNull('Lowest price.', ({ low }) => low, AMOUNT),
  weighted_avg_price: of.numberOrNull('Mean price by volume.', ({ mean }) => mean, AMOUNT),
  bid: of.numberOrNull('Best bid.', ({ bid }) => bid, AMOUNT),
  ask: of.numberOrNull('Best ask.', ({ ask }) => ask, AMOUNT),
  volume: of.numberOrNull('Units of the base.', ({ volume }) => volume, AMOUNT),
  trades: of.numberOrNull('Trades.', ({ trades }) => trades, AMOUNT),
  open_time: of.momentOrNull('Start of the 24 hours.', ({ from }) => from),
  close_time: of.momentOrNull('Their end.', ({ to }) => to),
};
