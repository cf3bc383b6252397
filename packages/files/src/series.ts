/** A series of values over time, as read. */

/** A series, read. */
export interface Series {
  readonly file: string;
  /** The column that the values came from. */
  readonly column: string;
  /** Epoch ms, strictly ascending. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}
