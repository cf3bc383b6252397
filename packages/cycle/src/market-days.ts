/** Builds market days from the daily bars of coins. */

import { barAt, UsageError, type Candles } from '@barograph/core';
import { isPegged } from '@barograph/indicators';
import type { CoinDay } from './breadth-signals.ts';
import type { MarketDay } from './cycle.ts';

/** Daily bars of a coin. */
export interface CoinCandles {
  readonly symbol: string;
  /** Complete UTC days. */
  readonly daily: Candles;
}

/**
 * Builds the days of Bitcoin, each with the coins that traded on it. Pegged coins are excluded, recognised from their
 * whole history: by name, or by closes that do not move.
 *
 * @param universe coins, with or without Bitcoin, which counts either way.
 * @returns days whose `coins` are built from the columns on each access.
 * @throws {UsageError} when a symbol occurs twice.
 * @example
 * marketDays(bars, []).length; // → 260
 */
export function marketDays(btc: Candles, universe: readonly CoinCandles[]): readonly MarketDay[] {
  const dayOf = new Map(Array.from(btc.time, (time, day) => [time, day]));
  const traded: Traded[] = [];
  const coins = universe.some(({ symbol }) => symbol === 'BTC')
    ? universe
    : [{ symbol: 'BTC', daily: btc }, ...universe];
  const seen = new Set<string>();
  for (const { symbol, daily } of coins) {
    if (seen.has(symbol)) throw new UsageError(`"universe" expected each symbol once, got ${symbol} twice`);
    seen.add(symbol);
    if (isPegged(symbol, daily)) continue;
    const rows = new Int32Array(btc.length).fill(-1);
    for (let row = 0; row < daily.length; row++) {
      const day = dayOf.get(daily.time[row]!);
      if (day !== undefined) rows[day] = row;
    }
    traded.push({ symbol, daily, rows });
  }
  return Array.from({ length: btc.length }, (_, day) => ({
    btc: barAt(btc, day),
    get coins() {
      return coinsOf(traded, day);
    },
  }));
}

/** Days of a coin, and its row on each day of Bitcoin; −1 on days without trade. */
interface Traded extends CoinCandles {
  readonly rows: Int32Array;
}

/** Built on access: the records of all days are half a million for 230 coins and six years. */
function coinsOf(traded: readonly Traded[], day: number): readonly CoinDay[] {
  const coins: CoinDay[] = [];
  for (const { symbol, daily, rows } of traded) {
    const row = rows[day]!;
    if (row === -1) continue;
    const close = daily.close[row]!;
    coins.push({
      symbol,
      close,
      dollarVolume: close * daily.volume[row]!,
      high: daily.high[row]!,
      low: daily.low[row]!,
    });
  }
  return coins;
}
