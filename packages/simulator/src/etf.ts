/** Simulated daily flows of spot funds: they follow the week's return, and some weekdays have none. */

import { DAY_MS, HOUR_MS, integerAtLeast } from '@barograph/core';
import type { Market } from './market.ts';
import { checkNewsSimulator, NEWS_SIMULATOR_V1, type NewsSimulatorConfig } from './news-config.ts';
import { between, dayNumber } from './outlook-draws.ts';
import { fatTailed, generator } from './random.ts';

/** Coins with spot funds, and their flows relative to Bitcoin's. */
export const SIMULATED_ETFS = { btc: 1, eth: 0.3, sol: 0.05 } as const;
/** Coin with spot funds. */
export type SimulatedEtf = keyof typeof SIMULATED_ETFS;

/** Reported trading day. */
export interface SimulatedEtfDay {
  /** Time of the report: 03:00 UTC of the next day, epoch ms. */
  readonly time: number;
  /** Start of the trading day, 00:00 UTC, epoch ms. */
  readonly day: number;
  /** Net flow by fund, USD. */
  readonly funds: Readonly<Record<'ALPH' | 'BETA' | 'GAMM', number>>;
  /** Sum of the funds, USD. */
  readonly netFlowUsd: number;
}

const REPORT_MS = DAY_MS + 3 * HOUR_MS;
const WEEK_DAYS = 7;
/** Printed precision of flows: a tenth of a million. */
const PRINTED = 1e5;
const SHARES = { ALPH: 0.6, BETA: 0.3, GAMM: 0.1 } as const;

/**
 * Returns the flows of a coin's funds whose reports came after `from` and by `to` (epoch ms), oldest first.
 *
 * @example
 * const { start } = SIMULATOR_V2;
 * const days = createEtfFlows(createMarket())('eth', start, start + 7 * DAY_MS);
 * days.length > 0 && days.every(({ time, day }) => time > day + DAY_MS); // → true
 */
export type SimulatedEtfFlows = (asset: SimulatedEtf, from: number, to: number) => readonly SimulatedEtfDay[];

/**
 * Creates the flows of a market.
 *
 * @param config parameters. @default NEWS_SIMULATOR_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const { start } = SIMULATOR_V2;
 * const days = createEtfFlows(createMarket())('btc', start, start + 14 * DAY_MS);
 * [days.length, days.every(({ netFlowUsd }) => netFlowUsd % 1e5 === 0)]; // → [ 8, true ]
 */
export function createEtfFlows(market: Market, config: NewsSimulatorConfig = NEWS_SIMULATOR_V1): SimulatedEtfFlows {
  const { etf } = checkNewsSimulator(config);
  const { seed, start } = market.config;

  const dayOf = (asset: SimulatedEtf, day: number): readonly SimulatedEtfDay[] => {
    const weekday = new Date(day * DAY_MS).getUTCDay();
    if (weekday === 0 || weekday === 6) return [];
    // Funds of all coins trade on the same days.
    if (generator(`${seed}|etf|holiday|${day}`)() < etf.holidays) return [];
    const draw = generator(`${seed}|etf|${asset}|${day}`);
    const to = day * DAY_MS + DAY_MS;
    const week = market.candles(asset.toUpperCase(), 'perpdex_perp', '1h', to - WEEK_DAYS * DAY_MS, to);
    const { open, close, length } = week;
    const change = length === 0 ? 0 : Math.log(close[length - 1]! / open[0]!);
    const part = (share: number): number =>
      PRINTED *
      Math.round((SIMULATED_ETFS[asset] * share * (etf.follow * change + etf.noise * fatTailed(draw))) / PRINTED);
    const funds = { ALPH: part(SHARES.ALPH), BETA: part(SHARES.BETA), GAMM: part(SHARES.GAMM) };
    const netFlowUsd = funds.ALPH + funds.BETA + funds.GAMM;
    return [{ time: day * DAY_MS + REPORT_MS, day: day * DAY_MS, funds, netFlowUsd }];
  };
  return (asset, from, to) => {
    integerAtLeast('to', to, integerAtLeast('from', from, 0));
    // The report of a day comes on the next day.
    return between((day) => dayOf(asset, day - 1), from, to, dayNumber(start) + 1);
  };
}
