/** Positions of several accounts at average cost, updated by trades. */

/** Positions by account: units (positive long, negative short) and average entry, quote units. */
export interface Holdings {
  readonly size: Float64Array;
  readonly cost: Float64Array;
  /** Adds `change` units at a price. @returns the profit of the closed part, without fees. */
  trade(account: number, change: number, price: number): number;
}

/** Part of a position below which units are the rounding of a sum. */
const ROUNDING = 1e-12;

/**
 * Creates positions at a common cost.
 *
 * @source a close keeps the average entry, an increase weights it: (size · cost + change · price) / (size + change).
 */
export function createHoldings(sizes: readonly number[], price: number): Holdings {
  const size = Float64Array.from(sizes);
  const cost = new Float64Array(sizes.length).fill(price);
  return {
    size,
    cost,
    trade: (account, change, price) => {
      const [units, average] = [size[account]!, cost[account]!];
      const rest = units + change;
      if (units === 0 || units > 0 === change > 0) {
        size[account] = rest;
        cost[account] = units === 0 ? price : (units * average + change * price) / rest;
        return 0;
      }
      const isClosed = Math.abs(rest) <= ROUNDING * Math.abs(units);
      size[account] = isClosed ? 0 : rest;
      if (rest > 0 !== units > 0) cost[account] = price;
      return Math.min(Math.abs(change), Math.abs(units)) * (price - average) * Math.sign(units);
    },
  };
}
