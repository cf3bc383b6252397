/** Funding and open interest of the simulated perps, by laws that are known: what a head can learn of them is stated. */

import { HOUR_MS, integerAtLeast, shown, UsageError } from '@barograph/core';
import { checkConfig, type SimulatorConfig } from './config.ts';
import { DERIVATIVES_V1, type DerivativesConfig } from './derivatives-config.ts';
import type { ListingConfig } from './listings.ts';
import { fatTailed, generator, type Draw } from './random.ts';

/** Hours that have closed, oldest first. */
export interface DerivativesColumns {
  readonly length: number;
  /** Open of the hour, epoch ms. */
  readonly time: Float64Array;
  /** Fractions per hour, settled at the end of the hour. */
  readonly fundingRate: Float64Array;
  /** Units of the listing, at the end of the hour. */
  readonly openInterest: Float64Array;
}

/** @returns the next of a series about `mean`. */
function reverting(draw: Draw, { mean, persistence, noise }: { mean: number; persistence: number; noise: number }) {
  let value = mean;
  return (): number => (value = mean + persistence * (value - mean) + noise * fatTailed(draw));
}

/** Grows hour by hour and is never made twice. */
function createSeries(seed: string, mean: number, config: DerivativesConfig) {
  const { funding, openInterest } = config;
  const nextFunding = reverting(generator(`${seed}|funding`), funding);
  const nextLog = reverting(generator(`${seed}|open interest`), { ...openInterest, mean });
  const rates: number[] = [];
  const levels: number[] = [];
  return (hours: number) => {
    while (rates.length < hours) {
      rates.push(nextFunding());
      levels.push(Math.exp(nextLog()));
    }
    return { rates, levels };
  };
}

/**
 * Opens the derivatives of a market; its bars do not know of them.
 *
 * @returns the hours of a perp that open at `from` or later and close by `to`, epoch ms; a later `to` gives the same and
 *   more behind them, to the bit. Hours outside the listing are left out.
 * @throws {UsageError} a bad config, a moment that is none, or a symbol that was never a perp.
 * @example
 * const { start } = SIMULATOR_V2;
 * const hoursOf = createDerivatives(SIMULATOR_V2);
 * const { length, fundingRate, openInterest } = hoursOf('BTC', start, start + DAY_MS);
 * [length, Math.abs(fundingRate[0]) < 0.01, openInterest[0] > 0]; // → [ 24, true, true ]
 */
export function createDerivatives(
  market: SimulatorConfig,
  config: DerivativesConfig = DERIVATIVES_V1,
): (symbol: string, from: number, to: number) => DerivativesColumns {
  const { seed, start, coins, listings } = checkConfig(market);
  const perps = new Map<string, ListingConfig>();
  for (const listing of listings) if (listing.venue === 'perpdex_perp') perps.set(listing.symbol, listing);
  const prices = new Map(coins.map(({ coin, price }) => [coin, price]));
  const opened = new Map<string, ReturnType<typeof createSeries>>();
  return (symbol, from, to) => {
    const listing = perps.get(symbol);
    if (listing === undefined) throw new UsageError(`"symbol" expected a perp of the market, got ${shown(symbol)}`);
    integerAtLeast('from', from, 0);
    integerAtLeast('to', to, from);
    const { coin, multiplier, quoteVolume, listedAfter, delistedAfter } = listing;
    const price = prices.get(coin)! * multiplier;
    const mean = Math.log(Math.max(1, (config.openInterest.days * quoteVolume) / price));
    const series = opened.get(symbol) ?? createSeries(`${seed}|${symbol}|derivatives`, mean, config);
    opened.set(symbol, series);
    const first = start + listedAfter;
    const until = Math.min(to, delistedAfter === null ? Infinity : start + delistedAfter);
    const count = Math.max(0, Math.floor((until - first) / HOUR_MS));
    const skip = Math.min(count, Math.max(0, Math.ceil((from - first) / HOUR_MS)));
    const { rates, levels } = series(count);
    const length = count - skip;
    return {
      length,
      time: Float64Array.from({ length }, (_, i) => first + (skip + i) * HOUR_MS),
      fundingRate: Float64Array.from(rates.slice(skip, count)),
      openInterest: Float64Array.from(levels.slice(skip, count)),
    };
  };
}
