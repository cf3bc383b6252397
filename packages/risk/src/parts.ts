/** Measures of profits of positions together, and the part that each position has in them. */

import type { OpenPosition } from './book.ts';
import { ascendingPlaces, covarianceOf, meanOf, tailIn, tailMean, tailPlaces, type Tail } from './measures.ts';

/** Part of one position in a measure of the book. The contributions of all positions sum to the measure. */
export interface Contribution {
  /** USD. */
  readonly component: number;
  /** The same as a share of the book's; null when the book has none. */
  readonly share: number | null;
  /** Change of the measure per USD of notional added; null for a position of 0. */
  readonly marginal: number | null;
}

/** Measures of a book. */
export interface BookParts {
  readonly mean: number;
  readonly volatility: number;
  /** One a level. */
  readonly tails: readonly Tail[];
  /** By position. */
  readonly toVolatility: readonly Contribution[];
  /** By position, one a level. */
  readonly toShortfall: readonly (readonly Contribution[])[];
}

/**
 * Sum of the profits of all positions by scenario.
 *
 * @example
 * totalOf([Float64Array.of(1, -2), Float64Array.of(3, 4)], 2); // → Float64Array(2) [ 4, 2 ]
 */
export function totalOf(profits: readonly Float64Array[], count: number): Float64Array {
  const total = new Float64Array(count);
  for (const column of profits) for (let k = 0; k < count; k++) total[k]! += column[k]!;
  return total;
}

/** Measures of some positions. @param profits by position and scenario, USD. @param count of scenarios; 0 without a position. */
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
