/** Config of the simulator: everything that decides the market, by version. */

import { epochMs, HOUR_MS, integerAtLeast, shown, UsageError, within, type EpochMs } from '@barograph/core';
import { COINS_V1, LISTINGS_V1, type CoinConfig, type ListingConfig } from './listings.ts';
import { checkMicrostructure, MICROSTRUCTURE_V2, type Microstructure } from './microstructure.ts';
import { REGIMES, REGIMES_V1, type Regime, type RegimeConfig } from './regimes.ts';

/** Parameters of the simulated market. */
export interface SimulatorConfig {
  readonly version: `simulator/${string}`;
  /** Any text; each seed gives another market. */
  readonly seed: string;
  /** Open of the first hour. */
  readonly start: EpochMs;
  readonly regimes: Readonly<Record<Regime, RegimeConfig>>;
  /** Coins; those without a listing cost nothing. */
  readonly coins: readonly CoinConfig[];
  readonly listings: readonly ListingConfig[];
  /** Parameters of fills, books and forced closes of the perps; null for none, and nothing moves the bars. */
  readonly microstructure: Microstructure | null;
}

/** Fixed start, 2024-01-01T00:00Z, so that the same hour has the same bar on every machine and every day. */
const START = 1_704_067_200_000;

/** Market of bars only: no fills, no forced closes, plain books. */
export const SIMULATOR_V1: SimulatorConfig = Object.freeze({
  version: 'simulator/1',
  seed: 'barograph',
  start: epochMs(START),
  regimes: REGIMES_V1,
  coins: COINS_V1,
  listings: LISTINGS_V1,
  microstructure: null,
});

/**
 * Default market: that of `simulator/1`, with fills, books by regime, and forced closes that move the bars of perps.
 */
export const SIMULATOR_V2: SimulatorConfig = Object.freeze({
  ...SIMULATOR_V1,
  version: 'simulator/2',
  microstructure: MICROSTRUCTURE_V2,
});

function wholeHours(name: string, value: number): void {
  if (integerAtLeast(name, value, 0) % HOUR_MS !== 0) {
    throw new UsageError(`"${name}" expected a multiple of an hour, got ${shown(value)}`);
  }
}

function checkRegime(name: Regime, regime: RegimeConfig): void {
  within(`regimes.${name}.drift`, regime.drift, -0.1, 0.1);
  within(`regimes.${name}.volatility`, regime.volatility, 0, 0.2);
  within(`regimes.${name}.reversion`, regime.reversion, 0, 1);
  within(`regimes.${name}.idiosyncratic`, regime.idiosyncratic, 0, 100);
  within(`regimes.${name}.meanHours`, regime.meanHours, 1, 1e6);
  const total = REGIMES.reduce((sum, next) => sum + within(`regimes.${name}.next`, regime.next[next] ?? 0, 0, 1e6), 0);
  if (total === 0 || (regime.next[name] ?? 0) > 0) {
    throw new UsageError(`"regimes.${name}.next" expected a weight on another regime and none on itself`);
  }
}

/**
 * Checks a config.
 *
 * @throws {UsageError} when a value is invalid; the message names the field.
 * @example
 * checkConfig(SIMULATOR_V2).version; // → 'simulator/2'
 * checkConfig({ ...SIMULATOR_V2, start: epochMs(1) }); // → UsageError: "start" expected a multiple of an hour, got 1
 */
export function checkConfig(config: SimulatorConfig): SimulatorConfig {
  wholeHours('start', config.start);
  for (const name of REGIMES) checkRegime(name, config.regimes[name]);
  const coins = new Set<string>();
  for (const { coin, price, beta, volatility, reversion } of config.coins) {
    if (coins.has(coin)) throw new UsageError(`"coins" expected every coin once, got ${shown(coin)} twice`);
    coins.add(coin);
    within(`coins.${coin}.price`, price, 1e-9, 1e9);
    within(`coins.${coin}.beta`, beta, -10, 10);
    within(`coins.${coin}.volatility`, volatility, 0, 0.2);
    within(`coins.${coin}.reversion`, reversion, 0, 1);
  }
  const listings = new Set<string>();
  for (const { symbol, venue, coin, multiplier, quoteVolume, listedAfter, delistedAfter } of config.listings) {
    const key = `${venue}:${symbol}`;
    if (listings.has(key)) throw new UsageError(`"listings" expected every symbol once a venue, got ${key} twice`);
    listings.add(key);
    if (!coins.has(coin)) {
      throw new UsageError(`"listings.${key}.coin" expected one of the coins, got ${shown(coin)}`);
    }
    within(`listings.${key}.multiplier`, multiplier, 1e-6, 1e6);
    within(`listings.${key}.quoteVolume`, quoteVolume, 0, 1e15);
    wholeHours(`listings.${key}.listedAfter`, listedAfter);
    if (delistedAfter !== null) wholeHours(`listings.${key}.delistedAfter`, delistedAfter);
  }
  if (config.microstructure !== null) checkMicrostructure(config.microstructure);
  return config;
}
