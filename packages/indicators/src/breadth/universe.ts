/** Point-in-time selection of the coins that altcoin breadth counts. */

import { bucketOpen, DAY_MS, finite, integerAtLeast, UsageError } from '@barograph/core';

/** Numbers of altcoin breadth. */
export interface AltcoinBreadthConfig {
  readonly version: `breadth/${string}`;
  /** Coins in the universe. */
  readonly size: number;
  /** Coins that must count, below which there is no percentage. */
  readonly minCoins: number;
  /** Bounds of the period of the moving average, in completed days. */
  readonly minPeriod: number;
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
 * @throws {UsageError} naming the field, the expected and the actual value.
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

/** A coin that may be drawn. */
export interface BreadthCandidate {
  readonly symbol: string;
  /** Ranking measure: market cap, or daily notional where caps are not known. One measure for all of them. */
  readonly size: number | null;
  /** Stables, wrapped and staked twins, and whatever hugs a peg (see `isPegged`) are never drawn. */
  readonly pegged: boolean;
}

/** A universe and the day that it was drawn for. Plain JSON. */
export interface BreadthUniverse {
  /** 00:00 UTC. */
  readonly day: number;
  /** Largest first. */
  readonly symbols: readonly string[];
}

/**
 * The universe of the day that holds `asOf`: the largest coins by what was known at its 00:00 UTC. A universe that was
 * drawn for that day stays, so that a history keeps the coins of its day and no survivor is picked in hindsight.
 *
 * @param current the universe drawn last, if any.
 * @param candidates sizes as of 00:00 UTC; coins of unknown size are not drawn. Ties by symbol ascending.
 * @throws {UsageError} a bad config, a size that is not finite, `asOf` before the day of `current`, or a symbol twice.
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
