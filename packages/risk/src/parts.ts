/** Measures of the joint profits of positions, and the contribution of each position. */

import type { OpenPosition } from './book.ts';
import { ascendingPlaces, covarianceOf, meanOf, tailIn, tailMean, tailPlaces, type Tail } from './measures.ts';

/** Contribution of one position to a measure of the book. All contributions sum to the measure. */
export interface Contribution {
  /** Contribution, USD. */
  readonly component: number;
  /** Contribution as a share of the book's measure; null when that is 0. */
  readonly share: number | null;
  /** Change of the measure per USD of added notional; null for a position of 0. */
  readonly marginal: number | null;
}

/** Measures of a book. */
export interface BookParts {
  readonly mean: number;
  readonly volatility: number;
  /** Tails, one per level. */
  readonly tails: readonly Tail[];
  /** Contributions to volatility, by position. */
  readonly toVolatility: readonly Contribution[];
  /** Contributions to shortfall, by position and level. */
  readonly toShortfall: readonly (readonly Contribution[])[];
}

/**
 * Sums the profits of all positions by scenario.
 * @param profits one column per position, USD by scenario.
 * @returns a column of `count` sums, USD.
 *
 * @example
 * totalOf([Float64Array.of(1, -2), Float64Array.of(3, 4)], 2); // → Float64Array(2) [ 4, 2 ]
 */
export function totalOf(profits: readonly Float64Array[], count: number): Float64Array {
  const total = new Float64Array(count);
  for (const column of profits) for (let k = 0; k < count; k++) total[k]! += column[k]!;
  return total;
}

/**
 * Computes the measures of some positions. @param profits by position and scenario, USD. @param count number of
 * scenarios.
 */
export function partsOf(
  positions: readonly Pick<OpenPosition, 'notional'>[],
  profits: readonly Float64Array[],
  count: number,
  levels: readonly number[],
): BookParts {
  const total = totalOf(profits, count);
  const ascending = ascendingPlaces(total);
  const volatility = count === 0 ? 0 : Math.sqrt(Math.max(0, covarianceOf(total, total)));
  const nothing = levels.map((level) => ({ level, valueAtRisk: 0, expectedShortfall: 0 }));
  const tails = count === 0 ? nothing : levels.map((level) => tailIn(total, ascending, level));
  const worst = count === 0 ? [] : levels.map((level) => tailPlaces(ascending, level));
  const part = (p: number, component: number, whole: number): Contribution => ({
    component,
    share: whole === 0 ? null : component / whole,
    marginal: positions[p]!.notional === 0 ? null : component / Math.abs(positions[p]!.notional),
  });
  return {
    mean: count === 0 ? 0 : meanOf(total),
    volatility,
    tails,
    toVolatility: profits.map((own, p) =>
      part(p, volatility === 0 ? 0 : covarianceOf(own, total) / volatility, volatility),
    ),
    toShortfall: profits.map((own, p) =>
      worst.map((tail, l) => part(p, 0 - tailMean(own, tail), tails[l]!.expectedShortfall)),
    ),
  };
}
