/** A spot pair over the last 24 hours, on the wire. */

import { fieldsOf } from '../fields.ts';
import type { PairTicker } from '../venues-port.ts';

const field = fieldsOf<PairTicker>();
const AMOUNT = { minimum: 0 };
/** Price and change, for every answer about tickers. */
export const changeFields = {
  symbol: field.text('The pair.', ({ symbol }) => symbol),
  price: field.number('Last price, quote units.', ({ last }) => last, AMOUNT),
  price_change: field.numberOrNull('Last price less the first of the 24 hours.', ({ last, open }) => last - open),
  price_change_pct: field.numberOrNull(
    'The same in percent of the first.',
    ({ last, open }) => (last / open - 1) * 100,
  ),
  quote_volume: field.numberOrNull('Units of the quote.', ({ quoteVolume }) => quoteVolume, AMOUNT),
};
/** Additional fields of a ticker. */
export const tickerFields = {
  ...changeFields,
  open: field.numberOrNull('First price of the 24 hours.', (ticker) => ticker.open, AMOUNT),
  high: field.numberOrNull('Highest price.', ({ high }) => high, AMOUNT),
  low: field.numberOrNull('Lowest price.', ({ low }) => low, AMOUNT),
  weighted_avg_price: field.numberOrNull('Mean price by volume.', ({ mean }) => mean, AMOUNT),
  bid: field.numberOrNull('Best bid.', ({ bid }) => bid, AMOUNT),
  ask: field.numberOrNull('Best ask.', ({ ask }) => ask, AMOUNT),
  volume: field.numberOrNull('Units of the base.', ({ volume }) => volume, AMOUNT),
  trades: field.numberOrNull('Trades.', ({ trades }) => trades, AMOUNT),
  open_time: field.momentOrNull('Start of the 24 hours.', ({ from }) => from),
  close_time: field.momentOrNull('Their end.', ({ to }) => to),
};
