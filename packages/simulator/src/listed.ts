/** One listing of a market: its bars, and of a perp its positions. */

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

/** A listing. Moments are epoch ms. */
export interface Listed {
  /** Bars that open at `from` or later and close by `to`. */
  hours(from: number, to: number): Candles;
  minutes(from: number, to: number): Candles;
  /** Of a perp of a market with laws of positions. */
  readonly perp: ForcedPerp | undefined;
}

/** Parts that it is made of. */
export interface ListedParts {
  readonly config: SimulatorConfig;
  readonly listing: ListingConfig;
  readonly coin: Coin;
  readonly coinConfig: CoinConfig;
  readonly factor: Factor;
}

/** Opens a listing; its hours are made when asked for. */
export function createListed({ config, listing, coin, coinConfig, factor }: ListedParts): Listed {
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
          hours: (until) => ({ bars: made.until(closedBy(until)), pushed: made.pushed }),
          minutes: (hour) => minutes(hour, hour + HOUR_MS),
        });
  const made = createHours(key, listing, coin, start, perp?.pushing);

  const hours = (from: number, to: number): Candles => {
    const bars = made.until(closedBy(to));
    return sliceCandles(bars, firstAtOrAfter(bars, from));
  };
  const minutes = (from: number, to: number): Candles => {
    const whole = hours(bucketOpen(from, HOUR_MS), bucketOpen(to - 1, HOUR_MS) + HOUR_MS);
    const columns = candleColumns(whole.length * MINUTES);
    for (let i = 0; i < whole.length; i++) {
      const hour = barAt(whole, i);
      fillMinutes(`${key}|minutes|${hour.time}`, hour, columns, i * MINUTES, made.pushedAt(hour.time));
    }
    const bars = unsafeCandles(columns);
    return sliceCandles(bars, firstAtOrAfter(bars, from), firstAtOrAfter(bars, to - MINUTE_MS + 1));
  };
  return { hours, minutes, perp };
}
