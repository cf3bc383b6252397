/** Point-in-time selection of the coins that altcoin breadth counts. */

import { bucketOpen, DAY_MS, finite, integerAtLeast, UsageError } from '@barograph/core';

/** Parameters of altcoin breadth. */
export interface AltcoinBreadthConfig {
  readonly version: `breadth/${string}`;
  /** Coins in the universe. */
  readonly size: number;
  /** Fewest coins that must count for a percentage. */
  readonly minCoins: number;
  /** Bounds of the moving average's length, complete days. */
  readonly minPeriod: number;
  /** Longest moving average, complete days. */
  readonly maxPeriod: number;
}

/** Size and bounds of altcoin breadth, version 1. */
export const ALTCOIN_BREADTH_V1: AltcoinBreadthConfig = Object.freeze({
  version: 'breadth/1',
  size: 30,
  minCoins: 8,
  minPeriod: 5,
  maxPeriod: 365,
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkAltcoinBreadthConfig(ALTCOIN_BREADTH_V1).size; // → 30
 * checkAltcoinBreadthConfig({ ...ALTCOIN_BREADTH_V1, minCoins: 0 });
 * // → UsageError: "minCoins" expected an integer ≥ 1, got 0
 */
export function checkAltcoinBreadthConfig(config: AltcoinBreadthConfig): AltcoinBreadthConfig {
  for (const field of ['size', 'minCoins', 'minPeriod'] as const) integerAtLeast(field, config[field], 1);
  integerAtLeast('maxPeriod', config.maxPeriod, config.minPeriod);
  return config;
}

/** Coin that may be selected. */
export interface BreadthCandidate {
  readonly symbol: string;
  /** Size for ranking: market cap, or daily notional when caps are unknown; the same measure for all coins. */
  readonly size: number | null;
  /** Whether the coin is a stablecoin, a wrapped or staked twin, or close to a peg (see `isPegged`); never selected. */
  readonly pegged: boolean;
}

/** Universe and the day it was selected for. Plain JSON. */
export interface BreadthUniverse {
  /** Start of the day, 00:00 UTC, epoch ms. */
  readonly day: number;
  /** Symbols, largest first. */
  readonly symbols: readonly string[];
}

/**
 * Selects the universe of the day that contains `asOf`: the largest coins as known at its 00:00 UTC. A universe already
 * selected for that day stays, so that a history keeps the coins of its day without survivorship bias.
 *
 * @param current latest universe, if any.
 * @param candidates sizes at 00:00 UTC; coins of unknown size are not selected. Ties are ordered by symbol.
 * @param config parameters. @default ALTCOIN_BREADTH_V1
 * @throws {UsageError} when the config is invalid, a size is not finite, `asOf` is before the day of `current`, or a
 * symbol occurs twice.
 * @example
 * const candidates = [
 *   { symbol: 'XRP', size: 1.4e11, pegged: false },
 *   { symbol: 'SOL', size: 9e10, pegged: false },
 *   { symbol: 'USDC', size: 7e10, pegged: true },
 * ];
 * const universe = drawBreadthUniverse(undefined, candidates, DAY_MS);
 * universe.symbols; // → [ 'XRP', 'SOL' ]
 * drawBreadthUniverse(universe, [], DAY_MS + HOUR_MS) === universe; // → true
 */
export function drawBreadthUniverse(
  current: BreadthUniverse | undefined,
  candidates: readonly BreadthCandidate[],
  asOf: number,
  config: AltcoinBreadthConfig = ALTCOIN_BREADTH_V1,
): BreadthUniverse {
  checkAltcoinBreadthConfig(config);
  const day = bucketOpen(asOf, DAY_MS);
  if (current?.day === day) return current;
  if (current !== undefined && current.day > day) {
    throw new UsageError(`"asOf" expected a time from ${current.day} on, got ${asOf}`);
  }
  const sized: { readonly symbol: string; readonly size: number }[] = [];
  const seen = new Set<string>();
  for (const { symbol, size, pegged } of candidates) {
    if (seen.has(symbol)) throw new UsageError(`"candidates" expected each symbol once, got ${symbol} twice`);
    seen.add(symbol);
    if (!pegged && size !== null) sized.push({ symbol, size: finite(`size of ${symbol}`, size) });
  }
  const largestFirst = sized.sort((a, b) => (a.size === b.size ? (a.symbol < b.symbol ? -1 : 1) : b.size - a.size));
  return { day, symbols: largestFirst.slice(0, config.size).map(({ symbol }) => symbol) };
}
