/** Price at which a position is liquidated: its backing has shrunk to its maintenance margin. */

import { finite, UsageError } from '@barograph/core';
import { tierOf, type MarginTable } from './margin-table.ts';

/** Relative difference of two numbers that counts as rounding: 8 ulp. */
const ROUNDING = 8 * Number.EPSILON;

/** Position and its backing at a price. */
export interface BackedPosition {
  /** Size in base units: positive long, negative short. */
  readonly size: number;
  /** Price at which `margin` is measured, USD: the mark, or the entry price. */
  readonly price: number;
  /**
   * Margin behind the position at `price`, including unrealised profit, USD. Isolated: its own margin (at entry, the
   * collateral). Cross: the equity of the account minus the maintenance of all other cross positions.
   */
  readonly margin: number;
  readonly table: MarginTable;
}

/**
 * Computes the liquidation price of a position. Maintenance uses the tier at the liquidation price itself; other
 * positions of a cross account keep their value.
 *
 * @returns USD; NaN when no positive price liquidates it.
 * @throws {UsageError} when size or price is not finite, the size is 0, or the price is not positive.
 * @source Documentation of the perp venue, "Liquidations": `price − side · available / size / (1 − l · side)`.
 *
 * @example
 * liquidationPrice({ size: 1, price: 100, margin: 10, table: marginTable([{ from: 0, maxLeverage: 25 }]) }); // 91.836…
 */
export function liquidationPrice({ size, price, margin, table }: BackedPosition): number {
  if (finite('size', size) === 0) throw new UsageError('"size" expected a number other than 0, got 0');
  if (!(finite('price', price) > 0)) throw new UsageError(`"price" expected a number > 0, got ${price}`);
  return solveLiquidation(size, price, finite('margin', margin), table);
}

/**
 * {@link liquidationPrice} without checks; a margin of NaN gives NaN.
 *
 * Margin minus maintenance is concave and monotone in the price, and linear within a tier. The root of one tier's line,
 * solved again in the tier where it lies, therefore moves one way after its first step, and converges in at most as
 * many steps as there are tiers.
 */
export function solveLiquidation(size: number, price: number, margin: number, table: MarginTable): number {
  const units = Math.abs(size);
  const side = size > 0 ? 1 : -1;
  let tier = tierOf(table, units * price);
  let found = NaN;
  for (let step = 0; step <= table.from.length + 1; step++) {
    const backed = (margin + table.deduction[tier]!) / units;
    const owed = price * side - backed;
    // A fully paid position is never liquidated, although the difference of the two is rarely exactly 0.
    const isPaid = Math.abs(owed) <= ROUNDING * (price + Math.abs(backed));
    found = isPaid ? 0 : owed / (side - table.rate[tier]!);
    const next = tierOf(table, units * found);
    if (next === tier) break;
    tier = next;
  }
  return found > 0 && found < Infinity ? found : NaN;
}
