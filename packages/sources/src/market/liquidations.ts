/** Forced closes of positions. */

/** One forced close. */
export interface Liquidation {
  readonly symbol: string;
  /** Identity within the venue. */
  readonly id: string;
  /** The venue's time, epoch ms. */
  readonly time: number;
  /** Side of the position, not of the order that closed it. */
  readonly side: 'long' | 'short';
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
}

/** Rows of the liquidations feed: closes that the source learned within the range, in arrival order. */
export interface Liquidations {
  readonly liquidations: readonly Liquidation[];
  /** `fills`: derived from fills of watched accounts, so other closes are missing. */
  readonly basis: 'venue' | 'fills';
  /** Rows are complete since this time, epoch ms; later than `from` when the source's memory is shorter. */
  readonly since: number;
}
