/** Tickers of coins as callers spell them, and the perp that trades each. */

import { coinNamed, splitMultiple } from '@barograph/core';

/** A ticker, and its perp. */
export interface Ticker {
  /** Upper case. */
  readonly ticker: string;
  /** Null only when no perp exists for it. */
  readonly pdSymbol: string | null;
}

/** The perp of a ticker: its own, or that of a thousand with a `k` before it; null when neither exists. */
export function perpOfTicker(perps: ReadonlySet<string>, ticker: string): string | null {
  return [ticker, `k${ticker}`].find((name) => perps.has(name)) ?? null;
}

/**
 * The ticker that a caller means: in any usual spelling, or as the perp of many coins.
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
