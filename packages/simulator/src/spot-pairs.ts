/**
 * Pairs of the spot venue: taker buys of each bar, quote volumes and trades. The bars do not depend on them.
 *
 * The buy share of an hour follows the position of the price within its range; minutes scatter around it and add up to
 * it. Quote volume is volume times the mean of the bar's four prices, so that of an hour is close to the sum of its
 * minutes, but not equal.
 */

import { clamp, HOUR_MS, shown, UsageError, type Candles } from '@barograph/core';
import type { Market, SimulatedInterval } from './market.ts';
import { MINUTES } from './minutes.ts';
import { generator, logistic } from './random.ts';
import { checkVenues, VENUES_V1, type VenuesConfig } from './venues-config.ts';

/** Closed bars of a pair with the venue's additional columns, of equal length. */
export interface PairColumns {
  readonly bars: Candles;
  /** Taker buy volume, base units. */
  readonly takerBuy: Float64Array;
  /** Quote volume, quote units. */
  readonly quoteVolume: Float64Array;
  /** Number of trades; 0 for a bar without volume. */
  readonly trades: Float64Array;
}

/** Pairs of a market: its spot listings. */
export interface SpotPairs {
  /** Bases, in the order of the listings. */
  readonly symbols: readonly string[];
  /**
   * Bars that open at `from` or later and close by `to`, epoch ms; only minutes of whole hours add up to their hours.
   *
   * @throws {UsageError} when the base is not a spot listing or a time is invalid.
   */
  bars(base: string, interval: SimulatedInterval, from: number, to: number): PairColumns;
}

/**
 * Creates the pairs of a market. Cheap: bars are computed on demand.
 *
 * @param config parameters. @default VENUES_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
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

  /** Buy share of an hour. */
  const shareOf = (base: string, { time, open, high, low, close }: Candles, i: number): number => {
    const draw = generator(`${seed}|cexa_spot:${base}|taker|${time[i]!}`);
    const range = Math.log(high[i]! / low[i]!);
    const lean = range === 0 ? 0 : (taker.lean * Math.log(close[i]! / open[i]!)) / range;
    return 0.5 + clamp(lean + taker.noise * logistic(draw), -taker.hour, taker.hour);
  };

  const hourShares = (base: string, hours: Candles): Float64Array =>
    hours.volume.map((volume, i) => volume * shareOf(base, hours, i));

  /** Buy shares of minutes: the hour's share plus a deviation, minus the volume-weighted mean deviation of the hour. */
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
        // Computed on access: tickers do not read it, and minutes need their whole hours.
        get takerBuy() {
          return interval === '1h' ? hourShares(base, bars) : minuteShares(base, bars);
        },
        quoteVolume,
        trades: quoteVolume.map((quote) => (quote === 0 ? 0 : Math.max(1, Math.round(quote / tradeSize)))),
      };
    },
  };
}
