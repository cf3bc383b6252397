/** Stablecoins: daily supplies, minute prices, and the true depegs. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { kept } from './kept.ts';
import type { OutlookConfig, SimulatedStablecoin } from './outlook-config.ts';
import { poisson, skewed } from './outlook-draws.ts';
import type { OutlookMarket } from './outlook-market.ts';
import { fatTailed, generator } from './random.ts';

/** True depeg. */
export interface SimulatedDepeg {
  readonly symbol: string;
  /** Start of the depeg, epoch ms. */
  readonly time: number;
  /** End of the depeg, epoch ms. */
  readonly end: number;
  /** Largest deviation below the peg without noise, basis points, and its time. */
  readonly worstBps: number;
  readonly worstAt: number;
}

/** Supplies at 00:00 UTC of a day, USD, in the order of the config; the last is that of unnamed coins. */
export type SupplyDay = readonly number[];

const DAYS_A_YEAR = 365.25;
/** Supply of all unnamed coins, as a share of the named ones at the market's start. */
const NAMELESS = 0.04;
/** Days of prices kept for a coin: the longest window of a score, and the history of a chart. */
const KEPT_DAYS = 64;
/** Share of the noise around the peg that persists to the next price. */
const PERSISTENCE = 0.7;

/** Creates the supplies of all days from the first. Each coin follows the market's last 30 days. */
export function createSupplies(
  seed: string,
  firstDay: number,
  past: OutlookMarket,
  { stablecoins: { coins, growth, follow, noise } }: OutlookConfig,
): (day: number) => SupplyDay {
  const named = coins.map(({ supplyUsd }) => supplyUsd);
  const first = [...named, NAMELESS * named.reduce((sum, supply) => sum + supply, 0)];
  const days: SupplyDay[] = [first];
  return (day) => {
    while (days.length <= day - firstDay) {
      const today = firstDay + days.length;
      const draw = generator(`${seed}|outlook|supply|${today}`);
      const common = growth + follow * past.change(today * DAY_MS, 30);
      days.push(days.at(-1)!.map((supply) => supply * Math.exp(common + noise * fatTailed(draw))));
    }
    return days[day - firstDay]!;
  };
}

/** Creates the depegs that begin on a day, oldest first. A lively market on the day before has more of them. */
export function createDepegs(
  seed: string,
  past: OutlookMarket,
  { stablecoins }: OutlookConfig,
): (coin: SimulatedStablecoin, day: number) => readonly SimulatedDepeg[] {
  return ({ symbol, depegsPerYear }, day) => {
    if (depegsPerYear === 0) return [];
    const draw = generator(`${seed}|outlook|${symbol}|depeg|${day}`);
    const lively = Math.min(8, past.liveliness(day * DAY_MS, 1) ** 2);
    const count = poisson(draw, (depegsPerYear / DAYS_A_YEAR) * lively);
    return Array.from({ length: count }, (): SimulatedDepeg => {
      const time = day * DAY_MS + Math.floor(draw() * DAY_MS);
      const length = skewed(draw, stablecoins.hours) * HOUR_MS;
      const worstBps = skewed(draw, stablecoins.worstBps);
      return { symbol, time, end: time + length, worstBps, worstAt: time + stablecoins.worstAfter * length };
    }).sort((a, b) => a.time - b.time);
  };
}

/** Basis points below the peg at a moment: linear to the worst, and slower back. */
function depthAt({ time, end, worstBps, worstAt }: SimulatedDepeg, at: number): number {
  if (at <= time || at >= end) return 0;
  return at <= worstAt ? (worstBps * (at - time)) / (worstAt - time) : worstBps * ((end - at) / (end - worstAt)) ** 2;
}

/**
 * Creates the prices of a coin on a day, at the end of each step of minutes: the last is at 00:00 UTC of the next day.
 */
export function createPegs(
  seed: string,
  depegsOf: (coin: SimulatedStablecoin, day: number) => readonly SimulatedDepeg[],
  { stablecoins }: OutlookConfig,
): (coin: SimulatedStablecoin) => (day: number) => Float64Array {
  const { everyMinutes, noiseBps, hours } = stablecoins;
  const daysBack = Math.ceil((hours[2] * HOUR_MS) / DAY_MS) + 1;
  const spread = noiseBps * Math.sqrt(1 - PERSISTENCE ** 2);
  return (coin) =>
    kept(KEPT_DAYS, (day) => {
      const draw = generator(`${seed}|outlook|${coin.symbol}|peg|${day}`);
      const away = Array.from({ length: daysBack + 1 }, (_, i) => depegsOf(coin, day - daysBack + i)).flat();
      let own = noiseBps * fatTailed(draw);
      return Float64Array.from({ length: 1440 / everyMinutes }, (_, i) => {
        own = PERSISTENCE * own + spread * fatTailed(draw);
        const at = day * DAY_MS + (i + 1) * everyMinutes * MINUTE_MS;
        const depth = away.reduce((sum, depeg) => sum + depthAt(depeg, at), 0);
        // Fat-tailed noise must not look like a depeg.
        const noise = Math.min(15, Math.max(-15, own));
        return 1 + Math.max(-9000, noise - depth) / 1e4;
      });
    });
}
