/**
 * The volatility of the whole market, from the rows of its coins: the realised index (CVI), what share of the market is
 * in which regime, and the shape of the term structure. Pegged rows do not move by design, and stale rows say nothing of
 * today: both are left out.
 *
 * No output depends on the order of the rows or on the unit of the notional: sums are compensated.
 */

import { compensatedSum, quantile } from '@barograph/core';
import { VOLATILITY_REGIMES, type VolatilityRegime } from './regime/label.ts';

/** Fields of a row that the market aggregates read. Percent and USD; `null` where undefined. */
export interface MarketRow {
  readonly symbol: string;
  readonly regime: VolatilityRegime | null;
  readonly rvGk7: number | null;
  readonly rvGk30: number | null;
  readonly volPctile30: number | null;
  readonly termStructureRatio: number | null;
  /** Mean USD volume of the last settled days: the weight of the row. */
  readonly notional30: number | null;
  /** Pegged. */
  readonly isStable: boolean;
  /** The days of the row ended long ago. A row that was carried over a failed pull is not stale yet. */
  readonly stale: boolean;
}

/** Fractions of one per regime; null when no row counts. */
export type RegimeShares = Readonly<Record<VolatilityRegime, number>>;

/** `null` where no row has a value. */
export interface MarketVolatility {
  /** Mean of `rvGk30` weighted by notional, percent. */
  readonly cviRealized30: number | null;
  readonly cviRealized7: number | null;
  /** Share of the rows that have a regime, by count and by notional. */
  readonly regimeMix: { readonly byCount: RegimeShares | null; readonly byNotional: RegimeShares | null };
  /** Median of the coins' `rvGk7 / rvGk30`. */
  readonly medianTermRatio: number | null;
  /** Of the benchmark coin. */
  readonly benchmarkTermRatio: number | null;
  /** Percentile rank of the benchmark coin's `rvGk30`. */
  readonly benchmarkPctile30: number | null;
}

/**
 * @param benchmark symbol of the coin that represents the market.
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
    const of = value(row);
    const weight = weightOf(row);
    if (of !== null && weight > 0) {
      values.push(of);
      weights.push(weight);
    }
  }
  if (values.length === 0) return null;
  const mean = compensatedSum(values.map((of, i) => of * weights[i]!)) / compensatedSum(weights);
  // A mean lies between its values; the bounds take back what rounding added.
  return Math.min(Math.max(mean, Math.min(...values)), Math.max(...values));
}

function sharesOf(rows: readonly MarketRow[], weight: (row: MarketRow) => number): RegimeShares | null {
  const of = (regime: VolatilityRegime): number =>
    compensatedSum(rows.filter((row) => row.regime === regime).map(weight));
  const sums = VOLATILITY_REGIMES.map(of);
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
