/** A minute after it was sealed: what is kept, stored and answered from. */

/** Fills of one coin in a watched minute; at least one. */
export interface CoinMinute {
  readonly coin: string;
  /** USD of fills whose aggressor bought. */
  readonly buy: number;
  /** USD of fills whose aggressor sold. */
  readonly sell: number;
  /** USD of the large fills of both sides; 0 when none was large. */
  readonly large: number;
  readonly trades: number;
  /** Σ price · size / Σ size, USD. */
  readonly vwap: number;
  /** USD of the largest fill. */
  readonly maxFill: number;
}

/**
 * A sealed minute, which never changes again; plain JSON. A coin that is missing had no fill in a watched minute. Of a
 * partial one nothing is known: it has no coins, whatever fills were seen.
 */
export interface SealedMinute {
  /** Open of the minute, epoch ms. */
  readonly time: number;
  /** Whether the connection did not last through the whole minute. */
  readonly partial: boolean;
  /** By name, in the order of code units. */
  readonly coins: readonly CoinMinute[];
}
