/** Funding and open interest of the simulated perps, by known laws that state what a head can learn of them. */

import { HOUR_MS, integerAtLeast, shown, UsageError } from '@barograph/core';
import { checkConfig, type SimulatorConfig } from './config.ts';
import { DERIVATIVES_V1, type DerivativesConfig } from './derivatives-config.ts';
import type { ListingConfig } from './listings.ts';
import { fatTailed, generator, type Draw } from './random.ts';
import { grown } from './series.ts';

/** Closed hours, oldest first. */
export interface DerivativesColumns {
  readonly length: number;
  /** Open of the hour, epoch ms. */
  readonly time: Float64Array;
  /** Funding settled at the end of the hour, fraction per hour. */
  readonly fundingRate: Float64Array;
  /** Open interest at the end of the hour, units of the listing. */
  readonly openInterest: Float64Array;
}

/**
 * Advances a mean-reverting series.
 * @returns the next value of a series around `mean`.
 */
function reverting(draw: Draw, { mean, persistence, noise }: { mean: number; persistence: number; noise: number }) {
  let value = mean;
  return (): number => (value = mean + persistence * (value - mean) + noise * fatTailed(draw));
}

/** Series that grows hour by hour and is never recomputed. */
function createSeries(seed: string, mean: number, config: DerivativesConfig) {
  const { funding, openInterest } = config;
  const nextFunding = reverting(generator(`${seed}|funding`), funding);
  const nextLog = reverting(generator(`${seed}|open interest`), { ...openInterest, mean });
  let length = 0;
  let rates: Float64Array = new Float64Array(0);
  let levels: Float64Array = new Float64Array(0);
  return (hours: number) => {
    rates = grown(rates, hours);
    levels = grown(levels, hours);
    for (; length < hours; length++) {
      rates[length] = nextFunding();
      levels[length] = Math.exp(nextLog());
    }
    return { rates, levels };
  };
}

type SeriesBySymbol = Map<string, ReturnType<typeof createSeries>>;

/** Series of each market by its law. Four parts of a simulated source read the same ones; years of hours are 14 MB. */
const shared = new WeakMap<DerivativesConfig, WeakMap<SimulatorConfig, SeriesBySymbol>>();

/** Series of a market by symbol, the same for all who ask with these very configs. */
function seriesOf(market: SimulatorConfig, config: DerivativesConfig): SeriesBySymbol {
  const ofLaw = shared.get(config) ?? new WeakMap<SimulatorConfig, SeriesBySymbol>();
  shared.set(config, ofLaw);
  const found: SeriesBySymbol = ofLaw.get(market) ?? new Map();
  ofLaw.set(market, found);
  return found;
}

/**
 * Creates the derivatives of a market; its bars do not depend on them.
 *
 * @param config parameters. @default DERIVATIVES_V1
 * @returns a function that returns the hours of a perp that open at `from` or later and close by `to`, epoch ms; a
 * later `to` appends hours without changing a bit. Hours outside the listing are absent.
 * @throws {UsageError} when the config or a time is invalid, or the symbol was never a perp.
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
  const opened = seriesOf(market, config);
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
      fundingRate: rates.slice(skip, count),
      openInterest: levels.slice(skip, count),
    };
  };
}
