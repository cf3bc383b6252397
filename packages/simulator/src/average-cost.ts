/** Positions of several accounts at their average costs, and what trades do to them. */

/** Positions by account: units (positive long, negative short) and their average entry, quote units. */
export interface Holdings {
  readonly size: Float64Array;
  readonly cost: Float64Array;
  /** Adds `change` units at a price. @returns the result of what that closed, without fees. */
  trade(account: number, change: number, price: number): number;
}

/** Units that are less than this part of a position are the rounding of a sum. */
const ROUNDING = 1e-12;

/**
 * Opens positions at a common cost.
 *
 * @source a close leaves the average entry as it is, an increase weighs it: (size · cost + change · price) / (size + change).
 */
export function createHoldings(sizes: readonly number[], price: number): Holdings {
  const size = Float64Array.from(sizes);
  const cost = new Float64Array(sizes.length).fill(price);
  return {
    size,
    cost,
    trade: (account, change, price) => {
      const [held, average] = [size[account]!, cost[account]!];
      const rest = held + change;
      if (held === 0 || held > 0 === change > 0) {
        size[account] = rest;
        cost[account] = held === 0 ? price : (held * average + change * price) / rest;
        return 0;
      }
      const isClosed = Math.abs(rest) <= ROUNDING * Math.abs(held);
      size[account] = isClosed ? 0 : rest;
      if (rest > 0 !== held > 0) cost[account] = price;
      return Math.min(Math.abs(change), Math.abs(held)) * (price - average) * Math.sign(held);
    },
  };
}
