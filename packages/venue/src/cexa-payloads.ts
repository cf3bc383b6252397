/**
 * Serializes feed rows in the format of the large exchange.
 *
 * @source the venue's public API reference (spot and USD-M futures), and recorded answers of 2017 to 2026.
 */

import { stepMs, usdtPerp, type Bar, type Interval } from '@barograph/core';
import type { Liquidation, PairBars, SpotPair, SpotTicker, VenuePerp } from '@barograph/sources';
import { decimalText } from './decimal-text.ts';
import type { Payload } from './payloads.ts';

/** Formats a number; NaN becomes the venue's zero. */
const textOrZero = (value: number): string => (Number.isNaN(value) ? '0.00000000' : decimalText(value));

/** Trade statistics of a bar. */
export interface BarTrades {
  readonly quoteVolume: number;
  readonly trades: number;
  readonly takerBuy: number;
}

/** A bar. Taker quote volume is proportional to the taker volume. */
export function klineCells(
  bar: Bar,
  { quoteVolume, trades, takerBuy }: BarTrades,
  interval: Interval,
): readonly unknown[] {
  const { time, open, high, low, close, volume } = bar;
  const taken = volume === 0 ? 0 : (quoteVolume * takerBuy) / volume;
  return [
    time,
    decimalText(open),
    decimalText(high),
    decimalText(low),
    decimalText(close),
    decimalText(volume),
    time + stepMs(interval) - 1,
    decimalText(quoteVolume),
    trades,
    decimalText(takerBuy),
    decimalText(taken),
    '0',
  ];
}

/** Closed bars of a feed, oldest first. */
export function klinesPayload(
  { closed, takerBuy, quoteVolume, trades }: PairBars,
  interval: Interval,
): readonly unknown[] {
  return Array.from({ length: closed.length }, (_, i) => {
    const bar = {
      time: closed.time[i]!,
      open: closed.open[i]!,
      high: closed.high[i]!,
      low: closed.low[i]!,
      close: closed.close[i]!,
      volume: closed.volume[i]!,
    };
    return klineCells(bar, { quoteVolume: quoteVolume[i]!, trades: trades[i]!, takerBuy: takerBuy[i]! }, interval);
  });
}

/** Serialises a 24-hour ticker. */
export function tickerPayload(ticker: SpotTicker): Payload {
  const { symbol, last, open, high, low, mean, bid, ask, volume, quoteVolume, trades, from, to } = ticker;
  return {
    symbol,
    priceChange: decimalText(last - open),
    priceChangePercent: (100 * (last / open - 1)).toFixed(3),
    weightedAvgPrice: textOrZero(mean),
    prevClosePrice: decimalText(open),
    lastPrice: decimalText(last),
    bidPrice: textOrZero(bid),
    askPrice: textOrZero(ask),
    openPrice: decimalText(open),
    highPrice: decimalText(high),
    lowPrice: decimalText(low),
    volume: decimalText(volume),
    quoteVolume: decimalText(quoteVolume),
    openTime: from,
    closeTime: to,
    count: trades,
  };
}

/** Serialises the terms of a pair. */
export function pairPayload(pair: SpotPair): Payload {
  const { symbol, base, quote, status, tickSize, stepSize, minQuantity, minNotional } = pair;
  return {
    symbol,
    status,
    baseAsset: base,
    quoteAsset: quote,
    isSpotTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', tickSize: textOrZero(tickSize) },
      { filterType: 'LOT_SIZE', minQty: textOrZero(minQuantity), stepSize: textOrZero(stepSize) },
      { filterType: 'NOTIONAL', minNotional: textOrZero(minNotional) },
    ],
  };
}

/** Serialises the mark, index and funding of a perp. */
export function premiumPayload({ symbol, mark, index, fundingRate, nextFundingAt }: VenuePerp, now: number): Payload {
  return {
    symbol,
    markPrice: textOrZero(mark),
    indexPrice: textOrZero(index),
    lastFundingRate: decimalText(fundingRate),
    nextFundingTime: nextFundingAt,
    time: now,
  };
}

/** 24-hour ticker of a perp, with its notional only. */
export function perpTickerPayload({ symbol, mark, dayNotional }: VenuePerp, now: number): Payload {
  return { symbol, lastPrice: textOrZero(mark), quoteVolume: textOrZero(dayNotional), closeTime: now };
}

/** A forced close. The order closes the position, so it sells a long. */
export function forceOrderPayload({ symbol, time, side, price, size }: Liquidation): Payload {
  const quantity = decimalText(size);
  const order = {
    s: usdtPerp(symbol),
    S: side === 'long' ? 'SELL' : 'BUY',
    o: 'LIMIT',
    f: 'IOC',
    q: quantity,
    p: decimalText(price),
    ap: decimalText(price),
    X: 'FILLED',
    l: quantity,
    z: quantity,
    T: time,
  };
  return { e: 'forceOrder', E: time, o: order };
}
