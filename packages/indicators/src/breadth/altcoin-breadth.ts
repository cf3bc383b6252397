/**
 * Altcoin breadth: the share of the largest coins that closed above their own moving average.
 *
 * All coins are measured at the last 00:00 UTC. A coin with fewer complete days than the average needs, or without the
 * last day, does not count and is listed in `insufficient`.
 */

import {
  compensatedSum,
  DAY_MS,
  bucketOpen,
  firstAtOrAfter,
  integerAtLeast,
  UsageError,
  type Candles,
} from '@barograph/core';
import { ALTCOIN_BREADTH_V1, checkAltcoinBreadthConfig, type AltcoinBreadthConfig } from './universe.ts';

/** Coin of the universe. */
export interface BreadthCoin {
  readonly symbol: string;
  /** Complete UTC days, oldest first. Days that close after the moment are ignored. */
  readonly daily: Candles;
}

/** Coin that counts; prices in quote units. */
export interface BreadthCoinRow {
  readonly symbol: string;
  /** Last completed daily close. */
  readonly price: number;
  /** Mean of the last `period` complete daily closes, including the last. */
  readonly ma: number;
  /** A close equal to its average is not above. */
  readonly above: boolean;
  readonly distPct: number;
}

/** Share of the largest coins above their moving average at one close. */
export interface AltcoinBreadth {
  readonly configVersion: string;
  readonly period: number;
  /** Time of the closes, 00:00 UTC, epoch ms. */
  readonly asOf: number;
  /** `100·above/counted`; null when fewer than 8 coins count. */
  readonly pctAbove: number | null;
  readonly above: number;
  readonly counted: number;
  /** Coins by symbol, ascending. */
  readonly coins: readonly BreadthCoinRow[];
  readonly insufficient: readonly string[];
}

/**
 * Computes the breadth of a universe at a moment. The order of the coins does not matter.
 *
 * @param coins the universe (see `drawBreadthUniverse`), each with its days.
 * @param asOf epoch ms; only complete days count, so every moment of a UTC day gives the same result.
 * @param period length of the moving average, days, 5…365. @default 200
 * @param config parameters. @default ALTCOIN_BREADTH_V1
 * @throws {UsageError} when the config is invalid, the period is out of bounds, or a symbol occurs twice.
 * @example
 * const symbols = ['ADA', 'ATOM', 'AVAX', 'DOT', 'LINK', 'NEAR', 'SOL', 'XRP'];
 * const old = symbols.map((symbol) => ({ symbol, daily: bars }));
 * const breadth = altcoinBreadth([...old, { symbol: 'NEW', daily: sliceCandles(bars, 200) }], 260 * DAY_MS);
 * [breadth.pctAbove, breadth.counted, breadth.insufficient]; // → [ 100, 8, [ 'NEW' ] ]
 */
export function altcoinBreadth(
  coins: readonly BreadthCoin[],
  asOf: number,
  period: number = 200,
  config: AltcoinBreadthConfig = ALTCOIN_BREADTH_V1,
): AltcoinBreadth {
  checkAltcoinBreadthConfig(config);
  integerAtLeast('period', period, config.minPeriod);
  if (period > config.maxPeriod) {
    throw new UsageError(`"period" expected an integer ≤ ${config.maxPeriod}, got ${period}`);
  }
  const midnight = bucketOpen(asOf, DAY_MS);
  const rows: BreadthCoinRow[] = [];
  const insufficient: string[] = [];
  for (const coin of bySymbol(coins)) {
    const row = rowOf(coin, midnight, period);
    if (row === undefined) insufficient.push(coin.symbol);
    else rows.push(row);
  }
  const above = rows.filter((row) => row.above).length;
  return {
    configVersion: config.version,
    period,
    asOf: midnight,
    pctAbove: rows.length < config.minCoins ? null : (100 * above) / rows.length,
    above,
    counted: rows.length,
    coins: rows,
    insufficient,
  };
}

function bySymbol(coins: readonly BreadthCoin[]): BreadthCoin[] {
  const sorted = [...coins].sort((a, b) => (a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol)));
  const twice = sorted.find((coin, i) => coin.symbol === sorted[i + 1]?.symbol);
  if (twice !== undefined) throw new UsageError(`"coins" expected each symbol once, got ${twice.symbol} twice`);
  return sorted;
}

function rowOf({ symbol, daily }: BreadthCoin, midnight: number, period: number): BreadthCoinRow | undefined {
  const end = firstAtOrAfter(daily, midnight - DAY_MS) + 1;
  if (end < period || daily.time[end - 1] !== midnight - DAY_MS) return undefined;
  const price = daily.close[end - 1]!;
  // Sum of differences from the close: when all closes are equal, the average is exactly that close.
  const ma = price + compensatedSum(daily.close.subarray(end - period, end).map((close) => close - price)) / period;
  return { symbol, price, ma, above: price > ma, distPct: 100 * (price / ma - 1) };
}
