/** Event, security, policy and market health scores from files at a moment. */

import { DAY_MS, firstAtOrAfter, sliceCandles, type Candles } from '@barograph/core';
import { altcoinBreadth, drawBreadthUniverse, type BreadthUniverse } from '@barograph/indicators';
import {
  healthInputs,
  marketHealth,
  NO_HEALTH_READINGS,
  type DatedSeries,
  type HealthAssembly,
  type MarketHealth,
} from '@barograph/stress';
import {
  eventInputs,
  eventRisk,
  policyInputs,
  policyRisk,
  securityInputs,
  securityStress,
  type EventRisk,
  type EventRiskInputs,
  type PolicyAssembly,
  type PolicyRisk,
  type SecurityInputs,
  type SecurityStress,
} from '@barograph/stress/risk';
import type { Coin } from '../coins.ts';
import { riskFeedsAt, sliceSeries, type Surroundings } from './feeds.ts';

/** Score windows as in the contract, days. */
export const WINDOWS = { event: [1, 30, 7], security: [1, 10, 10], policy: [1, 45, 45] } as const;
/** A score of risk. */
export type RiskName = keyof typeof WINDOWS;

/** A risk score with its inputs; policy also has the readings behind them. */
export type RiskAt =
  | { readonly name: 'event'; readonly score: EventRisk; readonly inputs: EventRiskInputs }
  | { readonly name: 'security'; readonly score: SecurityStress; readonly inputs: SecurityInputs }
  | ({ readonly name: 'policy'; readonly score: PolicyRisk } & PolicyAssembly);

/** Risk score at a moment. */
export function riskAt(
  name: RiskName,
  surroundings: Surroundings,
  btc: DatedSeries | null,
  asOf: number,
  windowDays: number,
): RiskAt {
  const feeds = riskFeedsAt(surroundings, btc, asOf, windowDays);
  if (name === 'policy') {
    const assembly = policyInputs(feeds, asOf, windowDays);
    return { name, score: policyRisk(assembly.inputs), ...assembly };
  }
  if (name === 'event') {
    const inputs = eventInputs(feeds, asOf, windowDays);
    return { name, score: eventRisk(inputs), inputs };
  }
  const inputs = securityInputs(feeds, asOf, windowDays);
  return { name: 'security', score: securityStress(inputs), inputs };
}

/** Look-back of the Bitcoin readings, days, with margin. */
const BAR_DAYS = 420;
const DOLLAR_COIN = 'BTC';
/** Days of volume that rank coins without market caps. */
const RANK_DAYS = 30;

/** Bars of the last `days` closed by a moment. */
function lately(bars: Candles, asOf: number, step: number, days: number): Candles {
  return sliceCandles(bars, firstAtOrAfter(bars, asOf - days * DAY_MS), firstAtOrAfter(bars, asOf - step + 1));
}

/** Universe of a day, ranked by 30-day traded value: bar files have no other measure of size. */
function universeAt(coins: readonly Coin[], asOf: number): BreadthUniverse {
  const midnight = Math.floor(asOf / DAY_MS) * DAY_MS;
  const candidates = coins.map(({ symbol, daily, pegged }) => {
    const end = firstAtOrAfter(daily, midnight - DAY_MS + 1);
    const isFresh = end >= RANK_DAYS && daily.time[end - 1] === midnight - DAY_MS;
    if (!isFresh) return { symbol, size: null, pegged };
    let size = 0;
    for (let i = end - RANK_DAYS; i < end; i++) size += daily.close[i]! * daily.volume[i]!;
    return { symbol, size, pegged };
  });
  return drawBreadthUniverse(undefined, candidates, asOf);
}

/** Market health at a moment, with the source of each input. */
export interface HealthAt {
  readonly asOf: number;
  readonly health: MarketHealth;
  readonly assembly: HealthAssembly;
  /** Coins of breadth, largest first. */
  readonly universe: readonly string[];
}

/** Optional perp series for market health. */
export interface PerpSeries {
  /** Market funding, fractions per eight hours, and Bitcoin's open interest. */
  readonly funding: DatedSeries | null;
  readonly openInterest: DatedSeries | null;
}

/** Market health at a moment from bars and surroundings. */
export function healthAt(
  surroundings: Surroundings,
  coins: readonly Coin[],
  perps: PerpSeries,
  asOf: number,
): HealthAt {
  const btc = coins.find(({ symbol }) => symbol === DOLLAR_COIN);
  const universe = universeAt(coins, asOf);
  const members = coins.filter(({ symbol }) => universe.symbols.includes(symbol));
  const breadth = (period: number): number | null => altcoinBreadth(members, asOf, period).pctAbove;
  const { fearGreed, macro, total } = surroundings;
  const recent = <S extends DatedSeries>(series: S): S => sliceSeries(series, asOf - BAR_DAYS * DAY_MS, asOf);
  // Settlements of the day before, the last one by now among them.
  const funding = perps.funding === null ? null : sliceSeries(perps.funding, asOf - DAY_MS / 2, asOf);
  const rates = funding === null ? [] : Array.from(funding.value);
  const assembly = healthInputs(
    {
      ...NO_HEALTH_READINGS,
      bitcoin:
        btc === undefined
          ? null
          : {
              daily: lately(btc.daily, asOf, DAY_MS, BAR_DAYS),
              hourly: lately(btc.hourly, asOf, DAY_MS / 24, 9),
            },
      breadth200Pct: breadth(200),
      breadth20Pct: breadth(20),
      fearGreed: fearGreed.length === 0 ? null : fearGreed.map(recent),
      macro: macro.length === 0 ? null : macro.map(recent),
      stablecoins: total === null ? null : recent(total),
      perps: rates.length === 0 ? null : [{ fundingRate: rates[rates.length - 1]!, intervalHours: 8, dayNotional: 1 }],
      openInterest: perps.openInterest === null ? null : recent(perps.openInterest),
    },
    asOf,
  );
  return { asOf, health: marketHealth(assembly.inputs), assembly, universe: universe.symbols };
}

/** Bitcoin's daily closes (UTC) by the time they became known. */
export function btcCloses(coins: readonly Coin[]): DatedSeries | null {
  const btc = coins.find(({ symbol }) => symbol === DOLLAR_COIN);
  if (btc === undefined || btc.daily.length === 0) return null;
  return { time: Array.from(btc.daily.time, (open) => open + DAY_MS), value: btc.daily.close };
}
