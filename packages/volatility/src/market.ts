/**
 * Volatility of the whole market from the rows of its coins: the realised index (CVI), the share of each regime, and
 * the shape of the term structure. Pegged rows do not move by design and stale rows are not current: both are excluded.
 *
 * No output depends on the order of the rows or on the unit of the notional: sums are compensated.
 */

import { compensatedSum, quantile } from '@barograph/core';
import { VOLATILITY_REGIMES, type VolatilityRegime } from './regime/label.ts';

/** Fields of a row that the market aggregates read. Percent and USD; null where undefined. */
export interface MarketRow {
  readonly symbol: string;
  readonly regime: VolatilityRegime | null;
  readonly rvGk7: number | null;
  readonly rvGk30: number | null;
  readonly volPctile30: number | null;
  readonly termStructureRatio: number | null;
  /** Mean daily USD volume of the last settled days: the weight of the row. */
  readonly notional30: number | null;
  /** Whether the coin is pegged. */
  readonly isStable: boolean;
  /** Whether the days of the row ended long ago. A row kept after a failed pull is not stale yet. */
  readonly stale: boolean;
}

/** Share of each regime, fraction; null when no row counts. */
export type RegimeShares = Readonly<Record<VolatilityRegime, number>>;

/** Volatility of the market; null when no row has a value. */
export interface MarketVolatility {
  /** Mean of `rvGk30` weighted by notional, percent. */
  readonly cviRealized30: number | null;
  /** Mean of `rvGk7` weighted by notional, percent. */
  readonly cviRealized7: number | null;
  /** Share of the rows with a regime, by count and by notional. */
  readonly regimeMix: { readonly byCount: RegimeShares | null; readonly byNotional: RegimeShares | null };
  /** Median of the coins' `rvGk7 / rvGk30`. */
  readonly medianTermRatio: number | null;
  /** Term ratio of the benchmark coin. */
  readonly benchmarkTermRatio: number | null;
  /** Percentile rank of the benchmark coin's `rvGk30`. */
  readonly benchmarkPctile30: number | null;
}

/**
 * Aggregates the rows of a market.
 *
 * @param benchmark symbol of the coin that represents the market. @default 'BTC'
 * @example
 * const about = { notional30: 1e9, pegged: false, staleCycles: 0, daily: bars, asOf: 260 * DAY_MS };
 * const row = volatilityRow({ symbol: 'BTC', source: 'perpdex_perp', ...about });
 * const market = marketVolatility([row, { ...row, symbol: 'USDC', isStable: true }]);
 * [market.cviRealized30 === row.rvGk30, market.regimeMix.byCount?.normal]; // → [ true, 1 ]
 */
export function marketVolatility(rows: readonly MarketRow[], benchmark = 'BTC'): MarketVolatility {
  const coins = rows.filter(({ isStable, stale }) => !isStable && !stale);
  const lead = coins.find(({ symbol }) => symbol === benchmark);
  const ratios = coins.map((row) => row.termStructureRatio).filter((ratio) => ratio !== null);
  return {
    cviRealized30: weightedMean(coins, (row) => row.rvGk30),
    cviRealized7: weightedMean(coins, (row) => row.rvGk7),
    regimeMix: { byCount: sharesOf(coins, () => 1), byNotional: sharesOf(coins, weightOf) },
    medianTermRatio: ratios.length === 0 ? null : quantile(ratios, 0.5),
    benchmarkTermRatio: lead?.termStructureRatio ?? null,
    benchmarkPctile30: lead?.volPctile30 ?? null,
  };
}

const weightOf = ({ notional30 }: MarketRow): number => notional30 ?? 0;

function weightedMean(rows: readonly MarketRow[], value: (row: MarketRow) => number | null): number | null {
  const values: number[] = [];
  const weights: number[] = [];
  for (const row of rows) {
    const number = value(row);
    const weight = weightOf(row);
    if (number !== null && weight > 0) {
      values.push(number);
      weights.push(weight);
    }
  }
  if (values.length === 0) return null;
  const mean = compensatedSum(values.map((number, i) => number * weights[i]!)) / compensatedSum(weights);
  // A mean lies between its values; the bounds undo rounding.
  return Math.min(Math.max(mean, Math.min(...values)), Math.max(...values));
}

function sharesOf(rows: readonly MarketRow[], weight: (row: MarketRow) => number): RegimeShares | null {
  const sumOf = (regime: VolatilityRegime): number =>
    compensatedSum(rows.filter((row) => row.regime === regime).map(weight));
  const sums = VOLATILITY_REGIMES.map(sumOf);
  const total = compensatedSum(sums);
  if (total === 0) return null;
  const share = (regime: VolatilityRegime): number => sums[VOLATILITY_REGIMES.indexOf(regime)]! / total;
  return {
    vol_shock: share('vol_shock'),
    mean_reverting: share('mean_reverting'),
    compressed: share('compressed'),
    expanding: share('expanding'),
    normal: share('normal'),
  };
}
