/** Market: regimes known by construction, and the bars that they generate. */

import { HOUR_MS, integerAtLeast, oneOf, shown, UsageError, type Candles } from '@barograph/core';
import { createCoin, type Coin } from './coin.ts';
import { checkConfig, SIMULATOR_V2, type SimulatorConfig } from './config.ts';
import type { DepthShares } from './depth.ts';
import { createFactor } from './factor.ts';
import type { ForcedClose, OpenedPosition, Position } from './forced-close.ts';
import type { CloseAt, ForcedPerp } from './forced-perp.ts';
import { createListed, type Listed } from './listed.ts';
import type { CoinConfig, Venue } from './listings.ts';
import { REGIMES, type Regime } from './regimes.ts';
import { hourTimes } from './series.ts';

/** Simulated bar lengths; longer ones are resampled from hours. */
export const SIMULATED_INTERVALS = ['1m', '1h'] as const;

/** Interval of simulated bars. */
export type SimulatedInterval = (typeof SIMULATED_INTERVALS)[number];

/** True regimes, one row per hour. */
export interface RegimeTrack {
  readonly length: number;
  /** Open of the hour, epoch ms. */
  readonly time: Float64Array;
  readonly regime: readonly Regime[];
  /** Log return of the market factor, which coins follow by their beta. */
  readonly change: Float64Array;
}

/** Simulated market: the same seed gives the same bars, in any order of requests. */
export interface Market {
  readonly config: SimulatorConfig;
  /** Regime of every hour that has closed by `until` (epoch ms). */
  regimes(until: number): RegimeTrack;
  /**
   * Closed bars of one listing, oldest first: those that open at `from` or later and close by `to` (epoch ms). A later
   * `to` appends bars without changing a bit. Minutes aggregate exactly to hours. The columns are read-only views of
   * the market's memory.
   *
   * @throws {UsageError} when the venue never listed the symbol.
   */
  candles(symbol: string, venue: Venue, interval: SimulatedInterval, from: number, to: number): Candles;
  /**
   * Forced closes of a perp after `from` and by `to` (epoch ms), oldest first.
   *
   * @throws {UsageError} when the symbol was never a perp.
   */
  forcedCloses(symbol: string, from: number, to: number): readonly ForcedClose[];
  /** Open leveraged positions of a perp at a moment (epoch ms). @throws {UsageError} as `forcedCloses`. */
  positions(symbol: string, time: number): readonly Position[];
  /**
   * Leveraged positions of a perp that opened at `from` or later and by `to` (epoch ms), oldest first, open or closed.
   * @throws {UsageError} as `forcedCloses`.
   */
  opened(symbol: string, from: number, to: number): readonly OpenedPosition[];
  /**
   * Time and price of such a position's forced close by `to` (epoch ms); undefined without one.
   *
   * @param isExact whether the exact time within an hour is needed; otherwise it is 1 ms after the open of the hour,
   * which is cheaper.
   */
  closeOf(position: OpenedPosition, to: number, isExact: (hour: number) => boolean): CloseAt | undefined;
  /** Depth of a perp's book at a moment, as a share of the typical depth. @throws {UsageError} as `forcedCloses`. */
  depth(symbol: string, time: number): DepthShares;
}

/**
 * Creates a market. Cheap: hours are generated on demand, once, in order.
 *
 * @param config parameters. @default SIMULATOR_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * const { start } = SIMULATOR_V2;
 * const hourly = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 2 * DAY_MS);
 * const again = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 30 * DAY_MS);
 * [hourly.length, hourly.close[47] === again.close[47]]; // → [ 48, true ]
 */
export function createMarket(config: SimulatorConfig = SIMULATOR_V2): Market {
  const { seed, start, regimes } = checkConfig(config);
  const factor = createFactor(seed, regimes);
  const times = hourTimes(start);
  const coinConfigs = new Map(config.coins.map((coin) => [coin.coin, coin]));
  const coins = new Map<string, Coin>();
  const opened = new Map<string, Listed>();
  const listings = new Map(config.listings.map((listing) => [`${listing.venue}:${listing.symbol}`, listing]));

  const coinOf = (coinConfig: CoinConfig): Coin => {
    const coin = coins.get(coinConfig.coin) ?? createCoin(seed, coinConfig, factor, regimes);
    coins.set(coinConfig.coin, coin);
    return coin;
  };
  const listedOf = (symbol: string, venue: Venue): Listed => {
    const key = `${venue}:${symbol}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const listing = listings.get(key);
    if (listing === undefined) {
      throw new UsageError(`"symbol" expected one that ${shown(venue)} lists, got ${shown(symbol)}`);
    }
    const coinConfig = coinConfigs.get(listing.coin)!;
    const listed = createListed({ config, listing, coin: coinOf(coinConfig), coinConfig, factor, times });
    opened.set(key, listed);
    return listed;
  };
  const perpOf = (symbol: string): ForcedPerp | undefined => listedOf(symbol, 'perpdex_perp').perp;

  return Object.freeze<Market>({
    config,
    regimes: (until) => {
      const length = Math.max(0, Math.floor((integerAtLeast('until', until, 0) - start) / HOUR_MS));
      factor.extend(length);
      return {
        length,
        time: Float64Array.from({ length }, (_, i) => start + i * HOUR_MS),
        regime: Array.from({ length }, (_, i) => REGIMES[factor.regime[i]!]!),
        change: factor.change.slice(0, length),
      };
    },
    candles: (symbol, venue, interval, from, to) => {
      const listed = listedOf(symbol, venue);
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      return oneOf('interval', interval, SIMULATED_INTERVALS) === '1h'
        ? listed.hours(from, to)
        : listed.minutes(from, to);
    },
    forcedCloses: (symbol, from, to) => {
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      return perpOf(symbol)?.closes(from, to) ?? [];
    },
    positions: (symbol, time) => perpOf(symbol)?.positions(integerAtLeast('time', time, 0)) ?? [],
    opened: (symbol, from, to) => {
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      return perpOf(symbol)?.opened(from, to) ?? [];
    },
    closeOf: (position, to, isExact) =>
      perpOf(position.symbol)?.closeOf(position, integerAtLeast('to', to, 0), isExact),
    depth: (symbol, time) => perpOf(symbol)?.depth(integerAtLeast('time', time, 0)) ?? { bids: 1, asks: 1 },
  });
}
