/** Series of values over time, and its options. */

import type { ReadBarsOptions } from './bars-file.ts';

/** Parsed series. */
export interface Series {
  readonly file: string;
  /** Column of the values. */
  readonly column: string;
  /** Epoch ms, strictly ascending. */
  readonly time: Float64Array;
  /** Values in the unit of the file. */
  readonly value: Float64Array;
  /** Assumptions about the file, a phrase each; empty for a CSV with a column `timestamp`. */
  readonly assumed: readonly string[];
}

/**
 * Maps series columns to file columns, such as `{ time: 'calc_time', value: 'last_funding_rate' }`. Unmapped columns are
 * found by name.
 */
export interface SeriesColumns {
  readonly time?: string | undefined;
  readonly value?: string | undefined;
}

/** Options of reading a series. */
export interface ReadSeriesOptions extends Pick<ReadBarsOptions, 'limits' | 'signal'> {
  /** Mapping for columns with unknown names. */
  readonly columns?: SeriesColumns;
}
