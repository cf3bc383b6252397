/** Trades of all perps of a venue in arrival order, and the times its stream was up. */

/** Range of arrival times: after `from`, up to and including `to`; epoch ms of the market's clock. */
export interface LearnedRange {
  readonly from: number;
  readonly to: number;
}

/** Connection change of the trades stream. */
export interface ConnectionChange {
  /** Time by the market's clock, epoch ms. */
  readonly time: number;
  readonly isUp: boolean;
}

/** Rows of the trades feed; columns of the same length, in the order of arrival. */
export interface Trades {
  /** Symbols that {@link Trades.symbol} counts in; case as the venue writes them. */
  readonly symbols: readonly string[];
  /** Index into {@link Trades.symbols}. */
  readonly symbol: Float64Array;
  /** Arrival time, epoch ms of the market's clock. */
  readonly learned: Float64Array;
  /** The venue's time of the trade, epoch ms. */
  readonly time: Float64Array;
  /** 1 where the aggressor bought, 0 where it sold. */
  readonly isBuy: Float64Array;
  /** USD; NaN when absent or invalid. */
  readonly price: Float64Array;
  /** Units of the coin; NaN when absent or invalid. */
  readonly size: Float64Array;
  /** Identity within the symbol. */
  readonly id: readonly string[];
  /** Changes within the range, oldest first. */
  readonly changes: readonly ConnectionChange[];
  /** Whether the stream was up at `from`. */
  readonly wasUp: boolean;
  /** Rows are complete since this time, epoch ms; later than `from` when the source's memory is shorter. */
  readonly since: number;
}
