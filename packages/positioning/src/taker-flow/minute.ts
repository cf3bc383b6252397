/** Sealed minute: the form that is kept, stored and served. */

/** Fills of one coin in a watched minute; at least one fill. */
export interface CoinMinute {
  readonly coin: string;
  /** Notional of taker buys, USD. */
  readonly buy: number;
  /** Notional of taker sells, USD. */
  readonly sell: number;
  /** Notional of large fills of both sides, USD; 0 without any. */
  readonly large: number;
  readonly trades: number;
  /** Volume-weighted average price, Σ price · size / Σ size, USD. */
  readonly vwap: number;
  /** Notional of the largest fill, USD. */
  readonly maxFill: number;
}

/**
 * Sealed minute, which never changes again; plain JSON. A coin missing from a watched minute had no fill. A partial
 * minute is unknown: it lists no coins, even if it had fills.
 */
export interface SealedMinute {
  /** Open of the minute, epoch ms. */
  readonly time: number;
  /** Whether the connection did not last through the whole minute. */
  readonly partial: boolean;
  /** Coins by name, in the order of code units. */
  readonly coins: readonly CoinMinute[];
}
