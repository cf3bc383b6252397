/** Spot volume and perp inputs of market health: taker side, volume, and the cost of positions. */

import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';

/** Closed hours of a spot pair, oldest first. */
export interface PairHours {
  /** Open of each hour, epoch ms. */
  readonly time: ArrayLike<number>;
  /** Volume in base units; NaN where unknown, as in the columns below. */
  readonly volume: ArrayLike<number>;
  /** Taker buy volume, base units. */
  readonly takerBuy: ArrayLike<number>;
  /** Volume in quote units, one dollar coin for all pairs. */
  readonly quoteVolume: ArrayLike<number>;
}

/** Spot volume at a moment. */
export interface SpotReading {
  /** Taker buy share of the last 24 hours, 0…1, weighted by notional; null without volume. */
  readonly buyRatio: number | null;
  /** Notional of the last 24 hours over the mean day of the `days` before; null when a pair is younger. */
  readonly volumeMultiplier: number | null;
  /** Number of pairs that count. */
  readonly pairs: number;
}

/**
 * Spot volume at a moment, over pairs whose hours cover the `days` days before the last one and the last one.
 *
 * @param at the moment, epoch ms.
 * @param days length of the mean, days.
 * @example
 * const time = Array.from({ length: 31 * 24 }, (_, i) => i * HOUR_MS);
 * const pair = { time, volume: time.map(() => 10), takerBuy: time.map(() => 6), quoteVolume: time.map(() => 1_000) };
 * spotAt([pair], 31 * DAY_MS, 30); // → { buyRatio: 0.6, volumeMultiplier: 1, pairs: 1 }
 */
export function spotAt(pairs: readonly PairHours[], at: number, days: number): SpotReading {
  const end = bucketOpen(at, HOUR_MS);
  const from = end - (days + 1) * DAY_MS;
  const counted = pairs.filter(
    ({ time }) => time.length > 0 && time[0]! <= from && time[time.length - 1]! >= end - HOUR_MS,
  );
  let bought = 0;
  let judged = 0;
  let today = 0;
  let before = 0;
  for (const { time, volume, takerBuy, quoteVolume } of counted) {
    for (let i = 0; i < time.length; i++) {
      const quote = quoteVolume[i]!;
      if (time[i]! < from || time[i]! >= end || !(quote >= 0)) continue;
      if (time[i]! < end - DAY_MS) {
        before += quote;
        continue;
      }
      today += quote;
      const share = takerBuy[i]! / volume[i]!;
      if (!(share >= 0 && share <= 1)) continue;
      judged += quote;
      bought += quote * share;
    }
  }
  return {
    buyRatio: judged > 0 ? bought / judged : null,
    volumeMultiplier: before > 0 ? today / (before / days) : null,
    pairs: counted.length,
  };
}

/** Perp as its venue reports it; NaN where missing. */
export interface FundedPerp {
  /** Funding, fraction of the notional per interval. */
  readonly fundingRate: number;
  readonly intervalHours: number;
  /** Volume of the last 24 hours, USD. */
  readonly dayNotional: number;
}

/**
 * Plain mean of the funding of the `count` perps with the largest volume, percent in eight hours; null without perps.
 *
 * @example
 * const perps = [
 *   { fundingRate: 0.0001, intervalHours: 8, dayNotional: 9e9 },
 *   { fundingRate: 0.00001, intervalHours: 1, dayNotional: 2e9 },
 * ];
 * averageFundingPct8h(perps, 25)?.toFixed(4); // → '0.0090'
 */
export function averageFundingPct8h(perps: readonly FundedPerp[], count: number): number | null {
  const rates = perps
    .filter(({ dayNotional }) => dayNotional > 0)
    .toSorted((a, b) => b.dayNotional - a.dayNotional)
    .map(({ fundingRate, intervalHours }) => (100 * fundingRate * 8) / intervalHours)
    .filter((rate) => Number.isFinite(rate))
    .slice(0, count);
  return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}
