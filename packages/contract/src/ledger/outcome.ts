/** Outcomes of forecasts, computed from rows and bars. */

import { breadthBucket, fundingBucket, LIQUIDATION_RISK_V2, MONTE_CARLO_V1, REGIMES } from '@barograph/nowcast';
import type { LedgerOutcome } from './grade.ts';
import { LEDGER_HORIZONS, type LedgerHorizon } from './kinds.ts';
import { rounded, type BookPosition, type ClassForecast, type Followed, type ForecastRow } from './row.ts';

/** Hours of a year: volatilities are annualised by them. */
const YEAR_HOURS = 365 * 24;

/**
 * Return, volatility and fall over a horizon.
 *
 * @param closes of the forecast's hour and of each hour of its horizon, oldest first; NaN for an hour without a bar.
 * @returns nulls when a close is missing.
 * @example
 * followedOf([100, 101, 99, 100, 102], '4h').return; // → 2
 * followedOf([100, NaN, 99, 100, 102], '4h').fall; // → null
 */
export function followedOf(closes: readonly number[], horizon: LedgerHorizon): Followed {
  const hours = LEDGER_HORIZONS[horizon];
  if (closes.length !== hours + 1 || !closes.every((close) => close > 0)) {
    return { return: null, volatility: null, fall: null };
  }
  let [squares, peak, least] = [0, closes[0]!, 1];
  for (let i = 1; i <= hours; i++) {
    squares += Math.log(closes[i]! / closes[i - 1]!) ** 2;
    least = Math.min(least, closes[i]! / peak);
    peak = Math.max(peak, closes[i]!);
  }
  return {
    return: rounded(100 * (closes[hours]! / closes[0]! - 1)),
    volatility: rounded(100 * Math.sqrt((squares / hours) * YEAR_HOURS)),
    fall: rounded(100 * (1 - least)),
  };
}

/**
 * Hourly values of a reference book, in the form of closes: 100 at the forecast's hour.
 *
 * @param closesOf closes of a perp over the same hours; undefined when unknown.
 * @returns NaN for an hour in which a perp has no bar; undefined when the closes of a perp are unknown.
 * @example
 * const half = [{ coin: 'BTC', weight: 0.5 }, { coin: 'ETH', weight: -0.5 }];
 * bookCloses(half, (coin) => (coin === 'BTC' ? [10, 11] : [4, 4])); // → [ 100, 105 ]
 */
export function bookCloses(
  positions: readonly BookPosition[],
  closesOf: (coin: string) => readonly number[] | undefined,
): readonly number[] | undefined {
  let values: readonly number[] | undefined;
  for (const { coin, weight } of positions) {
    const closes = closesOf(coin);
    if (closes === undefined) return undefined;
    values = closes.map((close, i) => (values?.[i] ?? 100) + 100 * weight * (close / closes[0]! - 1));
  }
  return values;
}

/** Facts for outcomes, in addition to bars. */
export interface LaterFacts {
  /** Row of the same scope and horizon at the end of the horizon; undefined when that hour was not published. */
  readonly later: Pick<ForecastRow, 'regime' | 'breadth'> | undefined;
  /** Mean hourly funding rate over the horizon, a fraction; null when unknown. */
  readonly fundingRate: number | null;
  /** Liquidated notional over the horizon; null or absent when no source has all of it. */
  readonly forced?: ForcedNotional | null;
}

/** Liquidated notional by position side, USD. */
export interface ForcedNotional {
  readonly longs: number;
  readonly shorts: number;
}

/** Class of the liquidated notional over depth, on the larger side; null when either is unknown. */
function forcedClass(depth: ClassForecast['depth'], forced: ForcedNotional | null): number | null {
  if (depth === undefined || forced === null) return null;
  const [bids, asks] = depth;
  const ratio = Math.max(forced.longs / (bids + 1), forced.shorts / (asks + 1));
  return LIQUIDATION_RISK_V2.cuts.filter((cut) => ratio > cut).length;
}

/** Class of the change of breadth between two rows; null when either breadth is unknown. */
function breadthClass(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined || after === undefined) return null;
  return breadthBucket(rounded(after - before));
}

/**
 * Outcome of a row. A class that its facts do not determine is null.
 *
 * @example
 * outcomeOf(row, followedOf(closes, '4h'), { later: undefined, fundingRate: null }).classes.next_regime;
 */
export function outcomeOf(
  row: ForecastRow,
  followed: Followed,
  { later, fundingRate, forced = null }: LaterFacts,
): LedgerOutcome {
  // A book is graded by its return alone.
  if (row.forecasts.book_risk !== undefined) return { classes: {}, followed };
  const cuts = row.forecasts.volatility?.cuts;
  const { volatility, fall } = followed;
  return {
    classes: {
      next_regime: later === undefined ? null : REGIMES.indexOf(later.regime),
      volatility: cuts === undefined || volatility === null ? null : cuts.filter((cut) => volatility >= cut).length,
      drawdown: fall === null ? null : Number(fall > 100 * MONTE_CARLO_V1.drawdown),
      liquidation_risk: forcedClass(row.forecasts.liquidation_risk?.depth, forced),
      funding: fundingRate === null ? null : fundingBucket(fundingRate),
      breadth: breadthClass(row.breadth, later?.breadth),
    },
    followed,
  };
}
