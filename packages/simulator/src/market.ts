/** The market: regimes known by construction, and the bars that they made. */

import {
  barAt,
  bucketOpen,
  candleColumns,
  firstAtOrAfter,
  HOUR_MS,
  integerAtLeast,
  MINUTE_MS,
  oneOf,
  shown,
  sliceCandles,
  unsafeCandles,
  UsageError,
  type Candles,
} from '@barograph/core';
import { createCoin, type Coin } from './coin.ts';
import { checkConfig, SIMULATOR_V2, type SimulatorConfig } from './config.ts';
import type { DepthShares } from './depth.ts';
import { createFactor } from './factor.ts';
import { createForcedPerp, type ForcedPerp } from './forced-perp.ts';
import { createHours, type Hours } from './hours.ts';
import type { ForcedClose, Position } from './forced-close.ts';
import type { ListingConfig, Venue } from './listings.ts';
import { fillMinutes, MINUTES } from './minutes.ts';
import { REGIMES, type Regime } from './regimes.ts';

/** Bar lengths that the simulator makes; longer ones are resampled from hours. */
export const SIMULATED_INTERVALS = ['1m', '1h'] as const;
export type SimulatedInterval = (typeof SIMULATED_INTERVALS)[number];

/** The truth, one row per hour. */
export interface RegimeTrack {
  readonly length: number;
  /** Epoch ms of the hour's open. */
  readonly time: Float64Array;
  readonly regime: readonly Regime[];
  /** Log return of the market factor, which the coins follow by their beta. */
  readonly change: Float64Array;
}

export interface Market {
  readonly config: SimulatorConfig;
  /** Regime of every hour that has closed by `until` (epoch ms). */
  regimes(until: number): RegimeTrack;
  /**
   * Closed bars of one listing, oldest first: those that open at `from` or later and close by `to` (epoch ms).
   * A later `to` gives the same bars and more behind them, to the bit. Minutes aggregate exactly to hours.
   * The columns are views on the market's own memory: read them, do not write.
   *
   * @throws {UsageError} for a symbol that the venue never listed.
   */
  candles(symbol: string, venue: Venue, interval: SimulatedInterval, from: number, to: number): Candles;
  /**
   * Positions of a perp that were closed by force after `from` and by `to` (epoch ms), oldest first.
   *
   * @throws {UsageError} for a symbol that was never a perp.
   */
  forcedCloses(symbol: string, from: number, to: number): readonly ForcedClose[];
  /** Leveraged positions of a perp that are open at a moment (epoch ms). @throws {UsageError} as `forcedCloses`. */
  positions(symbol: string, time: number): readonly Position[];
  /** Depth of the book of a perp at a moment, as a share of the typical one. @throws {UsageError} as `forcedCloses`. */
  depth(symbol: string, time: number): DepthShares;
}

/** Opens a market. Cheap: hours are generated on demand, once, in order. @throws {UsageError} for a bad config. */
export function createMarket(config: SimulatorConfig = SIMULATOR_V2): Market {
  const { seed, start, regimes } = checkConfig(config);
  const factor = createFactor(seed, regimes);
  const coinConfigs = new Map(config.coins.map((coin) => [coin.coin, coin]));
  const coins = new Map<string, Coin>();
  const opened = new Map<string, Hours>();
  const listings = new Map(config.listings.map((listing) => [`${listing.venue}:${listing.symbol}`, listing]));

  const coinOf = (name: string): Coin => {
    const coin = coins.get(name) ?? createCoin(seed, coinConfigs.get(name)!, factor, regimes);
    coins.set(name, coin);
    return coin;
  };
  const hoursOf = (key: string, listing: ListingConfig): Hours => {
    const known = opened.get(key);
    if (known !== undefined) return known;
    const hours = createHours(`${seed}|${key}`, listing, coinOf(listing.coin), start, forcedOf(listing)?.pushing);
    opened.set(key, hours);
    return hours;
  };
  const hoursClosedBy = (time: number): number =>
    Math.max(0, Math.floor((integerAtLeast('to', time, 0) - start) / HOUR_MS));

  const hourly = (hours: Hours, from: number, to: number): Candles => {
    const bars = hours.until(hoursClosedBy(to));
    return sliceCandles(bars, firstAtOrAfter(bars, from));
  };

  const minutes = (key: string, hours: Hours, from: number, to: number): Candles => {
    const whole = hourly(hours, bucketOpen(from, HOUR_MS), bucketOpen(to - 1, HOUR_MS) + HOUR_MS);
    const columns = candleColumns(whole.length * MINUTES);
    for (let i = 0; i < whole.length; i++) {
      const hour = barAt(whole, i);
      fillMinutes(`${seed}|${key}|minutes|${hour.time}`, hour, columns, i * MINUTES, hours.pushedAt(hour.time));
    }
    const bars = unsafeCandles(columns);
    return sliceCandles(bars, firstAtOrAfter(bars, from), firstAtOrAfter(bars, to - MINUTE_MS + 1));
  };

  const forced = new Map<string, ForcedPerp>();
  const forcedOf = (listing: ListingConfig): ForcedPerp | undefined => {
    const { symbol, venue, coin, multiplier } = listing;
    const { microstructure: laws } = config;
    if (laws === null || venue !== 'perpdex_perp') return undefined;
    const known = forced.get(symbol);
    if (known !== undefined) return known;
    const key = `${venue}:${symbol}`;
    const perp = createForcedPerp({
      key: `${seed}|${symbol}`,
      listing,
      price: coinConfigs.get(coin)!.price * multiplier,
      laws,
      start,
      factor,
      // Asked for when the hours exist, which need this perp first.
      hours: (until) => {
        const hours = hoursOf(key, listing);
        return { bars: hours.until(hoursClosedBy(until)), pushed: hours.pushed };
      },
      minutes: (hour) => minutes(key, hoursOf(key, listing), hour, hour + HOUR_MS),
    });
    forced.set(symbol, perp);
    return perp;
  };
  const perpOf = (symbol: string): ForcedPerp | undefined => {
    const listing = listings.get(`perpdex_perp:${symbol}`);
    if (listing === undefined) throw new UsageError(`"symbol" expected a perp of the market, got ${shown(symbol)}`);
    return forcedOf(listing);
  };

  return Object.freeze<Market>({
    config,
    regimes: (until) => {
      const length = hoursClosedBy(until);
      factor.extend(length);
      return {
        length,
        time: Float64Array.from({ length }, (_, i) => start + i * HOUR_MS),
        regime: Array.from({ length }, (_, i) => REGIMES[factor.regime[i]!]!),
        change: factor.change.slice(0, length),
      };
    },
    candles: (symbol, venue, interval, from, to) => {
      const key = `${venue}:${symbol}`;
      const listing = listings.get(key);
      if (listing === undefined) {
        throw new UsageError(`"symbol" expected one that ${shown(venue)} lists, got ${shown(symbol)}`);
      }
      integerAtLeast('from', from, 0);
      integerAtLeast('to', to, from);
      const hours = hoursOf(key, listing);
      return oneOf('interval', interval, SIMULATED_INTERVALS) === '1h'
        ? hourly(hours, from, to)
        : minutes(key, hours, from, to);
    },
    forcedCloses: (symbol, from, to) => {
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      return perpOf(symbol)?.closes(from, to) ?? [];
    },
    positions: (symbol, time) => perpOf(symbol)?.positions(integerAtLeast('time', time, 0)) ?? [],
    depth: (symbol, time) => perpOf(symbol)?.depth(integerAtLeast('time', time, 0)) ?? { bids: 1, asks: 1 },
  });
}
