/** Trades of all perps of a venue in the order in which a source learned of them, and when its stream was up. */

/** Span by when the source learned of something: after `from`, by `to`; epoch ms of the market's clock. */
export interface LearnedRange {
  readonly from: number;
  readonly to: number;
}

/** Change of the stream that trades come by. */
export interface ConnectionChange {
  /** Moment by the market's clock, epoch ms. */
  readonly time: number;
  readonly isUp: boolean;
}

/** Rows of the trades feed; columns of the same length, in the order of arrival. */
export interface Trades {
  /** Symbols that {@link Trades.symbol} counts in; case as the venue writes them. */
  readonly symbols: readonly string[];
  /** Index into {@link Trades.symbols}. */
  readonly symbol: Float64Array;
  /** Moment at which the source learned of it, epoch ms of the market's clock. */
  readonly learned: Float64Array;
  /** The venue's time of the trade, epoch ms. */
  readonly time: Float64Array;
  /** 1 where the aggressor bought, 0 where it sold. */
  readonly isBuy: Float64Array;
  /** USD; NaN where the venue said nothing that can be true. */
  readonly price: Float64Array;
  /** Units of the coin; NaN as the price. */
  readonly size: Float64Array;
  /** Identity within the symbol. */
  readonly id: readonly string[];
  /** Changes within the range, oldest first. */
  readonly changes: readonly ConnectionChange[];
  /** Whether the stream was up at `from`. */
  readonly wasUp: boolean;
  /** The rows are whole after this moment; later than `from` where the memory of the source does not reach back to it. */
  readonly since: number;
}
