/** Listing of a market: its bars, and the positions of a perp. */

import {
  barAt,
  bucketOpen,
  candleColumns,
  firstAtOrAfter,
  HOUR_MS,
  MINUTE_MS,
  sliceCandles,
  unsafeCandles,
  type Candles,
} from '@barograph/core';
import type { Coin } from './coin.ts';
import type { SimulatorConfig } from './config.ts';
import type { Factor } from './factor.ts';
import { createForcedPerp, type ForcedPerp } from './forced-perp.ts';
import { createHours } from './hours.ts';
import type { CoinConfig, ListingConfig } from './listings.ts';
import { fillMinutes, MINUTES } from './minutes.ts';

/** Listing. Times are epoch ms. */
export interface Listed {
  /** Bars that open at `from` or later and close by `to`. */
  hours(from: number, to: number): Candles;
  minutes(from: number, to: number): Candles;
  /** Positions; only for a perp of a market with parameters of positions. */
  readonly perp: ForcedPerp | undefined;
}

/** Parts of a listing. */
export interface ListedParts {
  readonly config: SimulatorConfig;
  readonly listing: ListingConfig;
  readonly coin: Coin;
  readonly coinConfig: CoinConfig;
  readonly factor: Factor;
  /** Openings of so many hours of the market, at least, epoch ms. */
  readonly times: (hours: number) => Float64Array;
}

/** Creates a listing; its hours are computed on demand. */
export function createListed({ config, listing, coin, coinConfig, factor, times }: ListedParts): Listed {
  const { seed, start, microstructure: laws } = config;
  const { symbol, venue, multiplier } = listing;
  const key = `${seed}|${venue}:${symbol}`;
  const closedBy = (time: number): number => Math.max(0, Math.floor((time - start) / HOUR_MS));

  const perp =
    laws === null || venue !== 'perpdex_perp'
      ? undefined
      : createForcedPerp({
          key: `${seed}|${symbol}`,
          listing,
          price: coinConfig.price * multiplier,
          laws,
          start,
          factor,
          hours: (until) => ({ bars: series.until(closedBy(until)), pushed: series.pushed }),
          minutes: (hour) => minutes(hour, hour + HOUR_MS),
        });
  const series = createHours(key, listing, coin, times, perp?.pushing);

  const hours = (from: number, to: number): Candles => {
    const bars = series.until(closedBy(to));
    return sliceCandles(bars, firstAtOrAfter(bars, from));
  };
  const minutes = (from: number, to: number): Candles => {
    const whole = hours(bucketOpen(from, HOUR_MS), bucketOpen(to - 1, HOUR_MS) + HOUR_MS);
    const columns = candleColumns(whole.length * MINUTES);
    for (let i = 0; i < whole.length; i++) {
      const hour = barAt(whole, i);
      fillMinutes(`${key}|minutes|${hour.time}`, hour, columns, i * MINUTES, series.pushedAt(hour.time));
    }
    const bars = unsafeCandles(columns);
    return sliceCandles(bars, firstAtOrAfter(bars, from), firstAtOrAfter(bars, to - MINUTE_MS + 1));
  };
  return { hours, minutes, perp };
}
