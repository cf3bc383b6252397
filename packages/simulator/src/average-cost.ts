/** A position at its average cost, and what a trade does to it. */

/** Units (positive long, negative short) and their average entry, quote units. */
export interface Held {
  readonly size: number;
  readonly cost: number;
}

/** Units that are less than this part of a position are the rounding of a sum. */
const ROUNDING = 1e-12;

/**
 * The position after a trade of `change` units, and the result of what it closed, without fees.
 *
 * @source a close leaves the average entry as it is, an increase weighs it: (size · cost + change · price) / (size + change).
 */
export function traded(
  { size, cost }: Held,
  change: number,
  price: number,
): { readonly held: Held; readonly closedPnl: number } {
  if (size === 0 || size > 0 === change > 0) {
    const sum = size + change;
    return { held: { size: sum, cost: (size * cost + change * price) / sum }, closedPnl: 0 };
  }
  const closedPnl = Math.min(Math.abs(change), Math.abs(size)) * (price - cost) * Math.sign(size);
  const rest = size + change;
  if (Math.abs(rest) <= ROUNDING * Math.abs(size)) return { held: { size: 0, cost: 0 }, closedPnl };
  return { held: { size: rest, cost: rest > 0 === size > 0 ? cost : price }, closedPnl };
}
