/** Order book in columns: one snapshot, one row per price. */

/** One side of a book, best level first. */
export interface BookSide {
  /** Quote per unit of the coin: descending for bids, ascending for asks. */
  readonly price: Float64Array;
  /** Resting units of the coin at each price. */
  readonly size: Float64Array;
}

/** A snapshot of a book. The columns of a side have one length. */
export interface Book {
  readonly bids: BookSide;
  readonly asks: BookSide;
}

/**
 * Creates a book side from pairs of price and size, best first. @example bookSide([[99.9, 2], [99.8, 5]])
 *
 * @example
 * bookSide([[99.9, 2], [99.8, 5]]).size; // → Float64Array(2) [ 2, 5 ]
 */
export function bookSide(levels: readonly (readonly [price: number, size: number])[]): BookSide {
  return {
    price: Float64Array.from(levels, ([price]) => price),
    size: Float64Array.from(levels, ([, size]) => size),
  };
}
