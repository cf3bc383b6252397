/** Order book of a perp: what is asked for, and what a source gives. */

/** Query for the book of a perp. */
export interface BookQuery {
  readonly symbol: string;
  /** Prices of the levels rounded outward to so many significant figures; exact when left out. */
  readonly figures?: 2 | 3 | 4 | 5;
  /** Moment of the question, epoch ms. */
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
  /** The venue's own time of the snapshot, epoch ms; NaN where it gives none. */
  readonly time: number;
  readonly bids: BookSide;
  readonly asks: BookSide;
}
