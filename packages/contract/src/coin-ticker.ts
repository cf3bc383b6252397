/** Tickers of coins as callers spell them, with the perp of each. */

import { coinNamed, splitMultiple } from '@barograph/core';

/** Ticker with its perp. */
export interface Ticker {
  /** Upper case. */
  readonly ticker: string;
  /** Null only without a perp. */
  readonly pdSymbol: string | null;
}

/** Perp of a ticker: the ticker itself, or `k` and the ticker for a thousand coins; null when neither exists. */
export function perpOfTicker(perps: ReadonlySet<string>, ticker: string): string | null {
  return [ticker, `k${ticker}`].find((name) => perps.has(name)) ?? null;
}

/**
 * Ticker that a caller means, from any usual spelling or from the perp of a thousand coins.
 *
 * @param perps symbols of the perp venue.
 */
export function tickerNamed(perps: ReadonlySet<string>, name: string): Ticker {
  const ticker = splitMultiple(coinNamed(name)).coin.toUpperCase();
  const own = perpOfTicker(perps, ticker);
  if (own !== null || !ticker.startsWith('K')) return { ticker, pdSymbol: own };
  const thousand = perps.has(`k${ticker.slice(1)}`) ? ticker.slice(1) : null;
  return thousand === null ? { ticker, pdSymbol: null } : { ticker: thousand, pdSymbol: `k${thousand}` };
}
