/** Terms of a perp: how fine its sizes are, and how much leverage its venue allows. */

/** Least daily quote volume of each leverage, largest first; the last has 0. */
export type LeverageTiers = readonly (readonly [quoteVolume: number, leverage: number])[];

/** Decimals of a size: digits of the price before the point, as venues have it; a unit is worth between 0.1 and 10. */
export function sizeDecimalsOf(price: number, most: number): number {
  return Math.min(most, Math.max(0, Math.ceil(Math.log10(price))));
}

/** Most leverage of a perp by its typical quote volume of a day. */
export function maxLeverageOf(quoteVolume: number, tiers: LeverageTiers): number {
  return tiers.find(([least]) => quoteVolume >= least)![1];
}
