/** Days of a market from the daily bars of its coins. */

import { barAt, UsageError, type Candles } from '@barograph/core';
import { isPegged } from '@barograph/indicators';
import type { CoinDay } from './breadth-signals.ts';
import type { MarketDay } from './cycle.ts';

/** Daily bars of a coin. */
export interface CoinCandles {
  readonly symbol: string;
  /** Completed UTC days. */
  readonly daily: Candles;
}

/**
 * The days of Bitcoin, each with the coins that traded on it. Pegged coins are left out, as they are found from their
 * whole history here: a name, or closes that do not move.
 *
 * @param universe may hold Bitcoin or not; it counts as a coin either way.
 * @example
 * marketDays(bars, []).length; // → 260
 */
export function marketDays(btc: Candles, universe: readonly CoinCandles[]): readonly MarketDay[] {
  const byTime = new Map<number, CoinDay[]>();
  for (let i = 0; i < btc.length; i++) byTime.set(btc.time[i]!, []);
  const coins = universe.some(({ symbol }) => symbol === 'BTC')
    ? universe
    : [{ symbol: 'BTC', daily: btc }, ...universe];
  const seen = new Set<string>();
  for (const { symbol, daily } of coins) {
    if (seen.has(symbol)) throw new UsageError(`"universe" expected each symbol once, got ${symbol} twice`);
    seen.add(symbol);
    if (isPegged(symbol, daily)) continue;
    for (let i = 0; i < daily.length; i++) {
      const close = daily.close[i]!;
      byTime.get(daily.time[i]!)?.push({ symbol, close, dollarVolume: close * daily.volume[i]! });
    }
  }
  return Array.from({ length: btc.length }, (_, i) => ({ btc: barAt(btc, i), coins: byTime.get(btc.time[i]!)! }));
}
