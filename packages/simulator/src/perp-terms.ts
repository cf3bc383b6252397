/** Terms of a perp: the precision of its sizes, and its largest leverage. */

/** Least daily quote volume of each leverage, largest first; the last has 0. */
export type LeverageTiers = readonly (readonly [quoteVolume: number, leverage: number])[];

/**
 * Decimals of a size: as many as the price has digits before the point, as venues do; a unit is worth between 0.1 and
 * 10.
 */
export function sizeDecimalsOf(price: number, most: number): number {
  return Math.min(most, Math.max(0, Math.ceil(Math.log10(price))));
}

/** Largest leverage of a perp by its typical daily quote volume. */
export function maxLeverageOf(quoteVolume: number, tiers: LeverageTiers): number {
  return tiers.find(([least]) => quoteVolume >= least)![1];
}
