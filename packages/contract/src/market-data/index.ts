/** Market data: bars, tickers and terms of the spot pairs of the large exchange. */

import { feature } from '../feature.ts';
import { btcPriceHistory } from './btc-price-history.ts';
import { dailyPrices } from './daily-prices.ts';
import { exchangeInfo } from './exchange-info.ts';
import { klines } from './klines.ts';
import { shortTermPrice } from './short-term-price.ts';
import { ticker24h, tickerPrice } from './tickers.ts';
import { volumeHistory } from './volume-history.ts';

export const marketData = feature({
  operations: [
    klines,
    ticker24h,
    tickerPrice,
    btcPriceHistory,
    volumeHistory,
    shortTermPrice,
    exchangeInfo,
    dailyPrices,
  ],
  families: { 'market-data': 'Spot pairs of the large exchange: bars, tickers, terms.' },
});
