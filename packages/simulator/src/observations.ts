/**
 * Minute-by-minute publications of a perp venue: funding, open interest, prices, notional, and a plain book.
 *
 * Minutes end each hour with the hourly funding and open interest to the bit, and with the closes of the minute bars.
 * An observation knows the end of its own hour, as the bars of its minutes do, but no later hour.
 */

import { bucketOpen, DAY_MS, HOUR_MS, integerAtLeast, MINUTE_MS, shown, UsageError } from '@barograph/core';
import { bookAt, coarser, type BookColumns } from './book.ts';
import { deepBookAt } from './deep-book.ts';
import { DERIVATIVES_V1, type DerivativesConfig } from './derivatives-config.ts';
import { createDerivatives } from './derivatives.ts';
import type { PriceDigits } from './grid.ts';
import type { Market } from './market.ts';
import { checkObservations, OBSERVATIONS_V1, type ObservationsConfig } from './observations-config.ts';
import { maxLeverageOf, sizeDecimalsOf } from './perp-terms.ts';
import { observePerp, type ObservationColumns, type ObservedPerp } from './observed-perp.ts';

/** Perp at a moment. */
export interface PerpState {
  readonly symbol: string;
  /** End of its last observed minute, epoch ms. */
  readonly time: number;
  /** Decimals of a size. */
  readonly sizeDecimals: number;
  readonly maxLeverage: number;
  /** Whether its last bar has closed: funding, open interest and notional are then 0, mark and oracle the last ones. */
  readonly isDelisted: boolean;
  /** Funding, fraction of the notional per hour. */
  readonly fundingRate: number;
  /** Open interest, units of the listing. */
  readonly openInterest: number;
  readonly mark: number;
  readonly oracle: number;
  /** Mid price; NaN for a delisted perp. */
  readonly mid: number;
  /** Premium, fraction of the oracle price; NaN for a delisted perp. */
  readonly premium: number;
  /** Notional of the last 24 hours, quote units. */
  readonly dayNotional: number;
  /** Mark 24 hours earlier; for a younger perp, its first price. */
  readonly previousDayPrice: number;
}

/** Observations of the perps of a market. Times are epoch ms. */
export interface Observations {
  /** Every perp of the market, in the order of its listings, listed or not. */
  readonly symbols: readonly string[];
  /**
   * Minutes that ended after `from` and by `to`. A later `to` appends minutes without changing a bit.
   *
   * @throws {UsageError} when the symbol was never a perp or a time is invalid.
   */
  minutes(symbol: string, from: number, to: number): ObservationColumns;
  /** Perp at a moment; undefined before its first minute has ended. @throws {UsageError} as `minutes`. */
  perp(symbol: string, time: number): PerpState | undefined;
  /**
   * Book at a moment, 20 levels a side; undefined when the perp does not trade.
   *
   * @param digits outward rounding of prices, which merges levels. @default exact
   * @throws {UsageError} as `minutes`.
   */
  book(symbol: string, time: number, digits?: PriceDigits): BookColumns | undefined;
}

/**
 * Creates the observations of a market; its bars do not depend on them. Cheap: hours are computed on demand.
 *
 * @param config parameters. @default OBSERVATIONS_V1
 * @param derivativesConfig parameters of funding and open interest. @default DERIVATIVES_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const { start } = SIMULATOR_V2;
 * const observations = createObservations(createMarket());
 * observations.minutes('BTC', start, start + HOUR_MS).time.length; // → 60
 */
export function createObservations(
  market: Market,
  config: ObservationsConfig = OBSERVATIONS_V1,
  derivativesConfig: DerivativesConfig = DERIVATIVES_V1,
): Observations {
  const { leverage, sizeDecimals, book } = checkObservations(config);
  const { seed, start, coins, listings, microstructure } = market.config;
  const derivatives = createDerivatives(market.config, derivativesConfig);
  const prices = new Map(coins.map(({ coin, price }) => [coin, price]));
  const perps = new Map<string, ObservedPerp>();
  for (const listing of listings) {
    const { symbol, venue } = listing;
    if (venue !== 'perpdex_perp') continue;
    const perp = observePerp({
      key: `${seed}|${symbol}`,
      listing,
      start,
      config,
      bars: (hour) => market.candles(symbol, venue, '1m', hour, hour + HOUR_MS),
      derivatives: (from, to) => derivatives(symbol, from, to),
    });
    perps.set(symbol, perp);
  }

  const perpOf = (symbol: string): ObservedPerp => {
    const perp = perps.get(symbol);
    if (perp === undefined) throw new UsageError(`"symbol" expected a perp of the market, got ${shown(symbol)}`);
    return perp;
  };
  const minuteAt = (perp: ObservedPerp, time: number): ObservationColumns => {
    const last = Math.min(perp.end, bucketOpen(time, MINUTE_MS));
    return perp.minutes(last - MINUTE_MS, last);
  };
  const decimalsOf = ({ listing: { coin, multiplier } }: ObservedPerp): number =>
    sizeDecimalsOf(prices.get(coin)! * multiplier, sizeDecimals);

  const stateOf = (perp: ObservedPerp, time: number): PerpState | undefined => {
    const { listing, first, end } = perp;
    const now = minuteAt(perp, time);
    if (now.length === 0) return undefined;
    const isDelisted = time >= end;
    const dayBefore = now.time[0]! - DAY_MS;
    return {
      symbol: listing.symbol,
      time: now.time[0]!,
      sizeDecimals: decimalsOf(perp),
      maxLeverage: maxLeverageOf(listing.quoteVolume, leverage),
      isDelisted,
      fundingRate: isDelisted ? 0 : now.fundingRate[0]!,
      openInterest: isDelisted ? 0 : now.openInterest[0]!,
      mark: now.mark[0]!,
      oracle: now.oracle[0]!,
      mid: isDelisted ? NaN : now.mid[0]!,
      premium: isDelisted ? NaN : now.premium[0]!,
      dayNotional: isDelisted ? 0 : now.dayNotional[0]!,
      previousDayPrice: dayBefore > first ? perp.markAt(dayBefore) : perp.firstPrice(),
    };
  };

  const bookOf = (perp: ObservedPerp, time: number, digits: PriceDigits | undefined): BookColumns | undefined => {
    const { key, listing, end } = perp;
    const { mark, mid, length } = minuteAt(perp, time);
    if (length === 0 || time >= end) return undefined;
    const since = bucketOpen(time, book.everyMs);
    const { quoteVolume } = listing;
    const bookPerp = { quoteVolume, sizeDecimals: decimalsOf(perp), mark: mark[0]!, mid: mid[0]! };
    if (microstructure === null) return coarser(bookAt(key, since, bookPerp, book), bookPerp.sizeDecimals, digits);
    const laws = { book, depth: microstructure.depth };
    return deepBookAt(key, since, bookPerp, market.depth(listing.symbol, since), laws, digits);
  };

  return {
    symbols: [...perps.keys()],
    minutes: (symbol, from, to) => {
      integerAtLeast('from', from, 0);
      return perpOf(symbol).minutes(from, integerAtLeast('to', to, from));
    },
    perp: (symbol, time) => stateOf(perpOf(symbol), integerAtLeast('time', time, 0)),
    book: (symbol, time, digits) => bookOf(perpOf(symbol), integerAtLeast('time', time, 0), digits),
  };
}
