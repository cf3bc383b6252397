/** Positions that were closed by force. */

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

/** Rows of the liquidations feed: what the source learned within the range, in that order. */
export interface Liquidations {
  readonly liquidations: readonly Liquidation[];
  /** `fills`: derived from fills of the accounts that the source watches, so others are missing. */
  readonly basis: 'venue' | 'fills';
  /** The rows are whole after this moment; later than `from` where the memory of the source does not reach back to it. */
  readonly since: number;
}
