/** Query and rows of the order book feed. */

/** Query for the book of a perp. */
export interface BookQuery {
  readonly symbol: string;
  /** Significant figures of level prices, rounded outward. @default exact prices */
  readonly figures?: 2 | 3 | 4 | 5;
  /** Time of the query, epoch ms. */
  readonly asOf: number;
}

/** One side of a book, best price first; columns of the same length. */
export interface BookSide {
  /** USD. */
  readonly price: Float64Array;
  /** Units of the coin. */
  readonly size: Float64Array;
  /** Number of orders; NaN where unknown. */
  readonly orders: Float64Array;
}

/** Rows of the book feed. */
export interface Book {
  /** The venue's time of the snapshot, epoch ms; NaN when unknown. */
  readonly time: number;
  readonly bids: BookSide;
  readonly asks: BookSide;
}
