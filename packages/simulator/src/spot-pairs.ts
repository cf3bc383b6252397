/**
 * Pairs of the spot venue: what takers bought of each bar, quote volumes and trades. The bars do not know of it.
 *
 * The share of buys of an hour leans the way that price went within its range; minutes of the hour scatter about it and add up
 * to it. Quote volume is volume times the mean of the bar's four prices, so that of an hour is near the sum of its minutes,
 * not equal to it.
 */

import { clamp, HOUR_MS, shown, UsageError, type Candles } from '@barograph/core';
import type { Market, SimulatedInterval } from './market.ts';
import { MINUTES } from './minutes.ts';
import { generator, logistic } from './random.ts';
import { checkVenues, VENUES_V1, type VenuesConfig } from './venues-config.ts';

/** Bars of a pair that have closed, with what its venue states beside them; of the same length. */
export interface PairColumns {
  readonly bars: Candles;
  /** Units of the base that takers bought. */
  readonly takerBuy: Float64Array;
  /** Units of the quote. */
  readonly quoteVolume: Float64Array;
  /** A whole number; 0 of a bar without volume. */
  readonly trades: Float64Array;
}

/** Pairs of a market: its spot listings. */
export interface SpotPairs {
  /** Bases, in the order of the listings. */
  readonly symbols: readonly string[];
  /**
   * Bars that open at `from` or later and close by `to`, epoch ms; minutes of whole hours alone add up to their hours.
   *
   * @throws {UsageError} a base that is no spot listing, or moments that are none.
   */
  bars(base: string, interval: SimulatedInterval, from: number, to: number): PairColumns;
}

/**
 * Opens the pairs of a market. Cheap: bars are made when asked for.
 *
 * @throws {UsageError} a config that is none, naming the field.
 * @example
 * const { start } = SIMULATOR_V2;
 * const { bars: hourly, takerBuy } = createSpotPairs(createMarket()).bars('BTC', '1h', start, start + DAY_MS);
 * [hourly.length, takerBuy.every((units, i) => units <= hourly.volume[i]!)]; // → [ 24, true ]
 */
export function createSpotPairs(market: Market, config: VenuesConfig = VENUES_V1): SpotPairs {
  const { taker, tradeSize } = checkVenues(config);
  const { seed, listings } = market.config;
  const symbols = listings.filter(({ venue }) => venue === 'cexa_spot').map(({ symbol }) => symbol);
  const known = new Set(symbols);

  /** Share of buys of an hour. */
  const shareOf = (base: string, { time, open, high, low, close }: Candles, i: number): number => {
    const draw = generator(`${seed}|cexa_spot:${base}|taker|${time[i]!}`);
    const range = Math.log(high[i]! / low[i]!);
    const lean = range === 0 ? 0 : (taker.lean * Math.log(close[i]! / open[i]!)) / range;
    return 0.5 + clamp(lean + taker.noise * logistic(draw), -taker.hour, taker.hour);
  };

  const hourShares = (base: string, hours: Candles): Float64Array =>
    hours.volume.map((volume, i) => volume * shareOf(base, hours, i));

  /** Buys of minutes: their hour's share and a deviation, less the mean deviation of the hour by volume. */
  const minuteShares = (base: string, minutes: Candles): Float64Array => {
    const bought = new Float64Array(minutes.length);
    if (minutes.length === 0) return bought;
    const first = Math.floor(minutes.time[0]! / HOUR_MS) * HOUR_MS;
    const last = Math.floor(minutes.time[minutes.length - 1]! / HOUR_MS) * HOUR_MS;
    const hours = market.candles(base, 'cexa_spot', '1h', first, last + HOUR_MS);
    const whole = market.candles(base, 'cexa_spot', '1m', first, last + HOUR_MS);
    let row = 0;
    for (let i = 0; i < hours.length; i++) {
      const share = shareOf(base, hours, i);
      const draw = generator(`${seed}|cexa_spot:${base}|taker minutes|${hours.time[i]!}`);
      const deviations = Float64Array.from({ length: MINUTES }, () => taker.minute * (2 * draw() - 1));
      let [sum, weight] = [0, 0];
      for (let minute = 0; minute < MINUTES; minute++) {
        const volume = whole.volume[i * MINUTES + minute]!;
        sum += volume * deviations[minute]!;
        weight += volume;
      }
      const mean = weight === 0 ? 0 : sum / weight;
      for (let minute = 0; minute < MINUTES && row < minutes.length; minute++) {
        if (whole.time[i * MINUTES + minute]! !== minutes.time[row]!) continue;
        bought[row] = minutes.volume[row]! * (share + deviations[minute]! - mean);
        row++;
      }
    }
    return bought;
  };

  return {
    symbols,
    bars: (base, interval, from, to) => {
      if (!known.has(base)) throw new UsageError(`"base" expected a spot listing of the market, got ${shown(base)}`);
      const bars = market.candles(base, 'cexa_spot', interval, from, to);
      const { open, high, low, close, volume } = bars;
      const quoteVolume = volume.map((units, i) => (units * (open[i]! + high[i]! + low[i]! + close[i]!)) / 4);
      return {
        bars,
        // Made when it is read: tickers do not, and minutes need their whole hours.
        get takerBuy() {
          return interval === '1h' ? hourShares(base, bars) : minuteShares(base, bars);
        },
        quoteVolume,
        trades: quoteVolume.map((quote) => (quote === 0 ? 0 : Math.max(1, Math.round(quote / tradeSize)))),
      };
    },
  };
}
