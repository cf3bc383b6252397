/** Profile of an account: win rate, results, holding time, edges and a score, each with its sample. */

import { quantileSorted } from '@barograph/core';
import { checkTradersConfig, TRADERS_V1, TRADING_STYLES, type TradersConfig, type TradingStyle } from './config.ts';
import { edgesOf, type Edge } from './edges.ts';
import type { FillColumns } from './fills.ts';
import { meanError, wilson, type Interval } from './statistics.ts';
import { resultOf, returnOf, roundTrips } from './trips.ts';

/** Results of an account over its fills. Money in USD, including fees unless stated otherwise. */
export interface TraderProfile {
  readonly version: string;
  readonly fills: number;
  /** Time of the first and the last fill, epoch ms. */
  readonly firstFill: number;
  readonly lastFill: number;
  /** Whole trips that have ended: the sample of all values below without a count of their own. */
  readonly trips: number;
  /** Trips with an unrecorded opening, and open trips: they only count in `pnl`. */
  readonly partialTrips: number;
  readonly openTrips: number;
  /** Places with missing fills, and unreadable fills. */
  readonly gaps: number;
  readonly dropped: number;
  /** Closed profit minus fees, all fills. */
  readonly pnl: number;
  /** Closed profit without fees, all fills. */
  readonly closedPnl: number;
  readonly fees: number;
  readonly volume: number;
  /** Trips that were liquidated, partly or fully. */
  readonly liquidations: number;
  /** Share of trips with a positive result, and its interval; null without trips. */
  readonly winRate: (Interval & { readonly share: number }) | null;
  /** Gross profit over gross loss; null without a loss. */
  readonly profitFactor: number | null;
  /** Mean result over the opened notional, a fraction; null below two trips. */
  readonly meanReturn: { readonly mean: number; readonly t: number | null } | null;
  /** Median holding time, seconds; null without trips. */
  readonly medianHoldSeconds: number | null;
  readonly style: TradingStyle | null;
  /** Score 0…100; null below the least number of trips. */
  readonly score: number | null;
  /** Groups with enough trips. */
  readonly edges: readonly Edge[];
}

/** Mean over its standard error; null when all returns are equal. */
function tOf(returns: readonly number[]): { readonly mean: number; readonly t: number | null } | null {
  if (returns.length < 2) return null;
  const { mean, error } = meanError(returns);
  return { mean, t: error > 0 ? mean / error : null };
}

function scoreOf(
  returns: readonly number[],
  [profit, loss]: readonly [number, number],
  winLow: number,
  { leastTrips, weights, shrink }: TradersConfig,
): number | null {
  const n = returns.length;
  if (n < leastTrips) return null;
  const { mean, t } = tOf(returns)!;
  // Equal returns are perfectly steady.
  const steadiness = t === null ? (1 + Math.sign(mean)) / 2 : (1 + t / Math.sqrt(1 + t * t)) / 2;
  const profitShare = profit + loss === 0 ? 0.5 : profit / (profit + loss);
  const raw = weights.winRate * winLow + weights.profitShare * profitShare + weights.steadiness * steadiness;
  return Math.min(100, Math.max(0, 50 + (100 * raw - 50) * (n / (n + shrink))));
}

function styleOf(seconds: number, [scalp, day, swing]: TradersConfig['styleBelowSeconds']): TradingStyle {
  return TRADING_STYLES[seconds < scalp ? 0 : seconds < day ? 1 : seconds < swing ? 2 : 3];
}

/**
 * Computes the profile of an account.
 *
 * @param config parameters. @default TRADERS_V1
 * @returns the profile; null without a readable fill.
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const market = { coins: ['BTC'], coin: [0, 0, 0, 0], price: [60_000, 60_600, 60_000, 59_700], size: [1, 1, 1, 1] };
 * const time = [0, 1, 2, 3].map((hour) => hour * HOUR_MS);
 * const own = { isBuy: [1, 0, 1, 0], startPosition: [0, 1, 0, 1], closedPnl: [0, 600, 0, -300], fee: [10, 10, 10, 10] };
 * const profile = traderProfile({ ...market, time, ...own, isLiquidation: [0, 0, 0, 0] });
 * [profile?.winRate?.share, profile?.profitFactor?.toFixed(2), profile?.style]; // → [ 0.5, '1.81', 'day' ]
 */
export function traderProfile(fills: FillColumns, config: TradersConfig = TRADERS_V1): TraderProfile | null {
  checkTradersConfig(config);
  const { trips, gaps, dropped, volume } = roundTrips(fills);
  if (trips.length === 0) return null;
  const whole = trips.filter(({ isWhole, isClosed }) => isWhole && isClosed);
  const results = whole.map(resultOf);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const profit = sum(results.filter((result) => result > 0));
  const loss = -sum(results.filter((result) => result < 0));
  const wins = results.filter((result) => result > 0).length;
  const n = whole.length;
  const interval = n === 0 ? null : wilson(wins, n, config.confidence);
  const returns = whole.map(returnOf);
  const holds = Float64Array.from(whole, ({ opened, closed }) => (closed - opened) / 1000).sort();
  const hold = n === 0 ? null : quantileSorted(holds, 0.5);
  const closedPnl = sum(trips.map((trip) => trip.closedPnl));
  const fees = sum(trips.map((trip) => trip.fees));
  return {
    version: config.version,
    fills: fills.time.length - dropped,
    firstFill: Math.min(...trips.map(({ opened }) => opened)),
    lastFill: Math.max(...trips.map(({ closed }) => closed)),
    trips: n,
    partialTrips: trips.filter(({ isWhole }) => !isWhole).length,
    openTrips: trips.filter(({ isWhole, isClosed }) => isWhole && !isClosed).length,
    gaps,
    dropped,
    pnl: closedPnl - fees,
    closedPnl,
    fees,
    volume,
    liquidations: trips.filter(({ isLiquidated }) => isLiquidated).length,
    winRate: interval === null ? null : { share: wins / n, ...interval },
    profitFactor: loss > 0 ? profit / loss : null,
    meanReturn: tOf(returns),
    medianHoldSeconds: hold,
    style: hold === null ? null : styleOf(hold, config.styleBelowSeconds),
    score: interval === null ? null : scoreOf(returns, [profit, loss], interval.low, config),
    edges: edgesOf(whole, config),
  };
}
