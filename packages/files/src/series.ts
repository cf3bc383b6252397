/** A series of values over time, as read. */

import type { ReadBarsOptions } from './bars-file.ts';

/** A series, read. */
export interface Series {
  readonly file: string;
  /** The column that the values came from. */
  readonly column: string;
  /** Epoch ms, strictly ascending. */
  readonly time: Float64Array;
  readonly value: Float64Array;
  /** Assumptions about the file, a phrase each; none of a CSV with a column `timestamp`. */
  readonly assumed: readonly string[];
}

/**
 * Columns of a file by what they are, such as `{ time: 'calc_time', value: 'last_funding_rate' }`; those that are not named are
 * found by their names.
 */
export interface SeriesColumns {
  readonly time?: string | undefined;
  readonly value?: string | undefined;
}

/** Options of reading a series. */
export interface ReadSeriesOptions extends Pick<ReadBarsOptions, 'limits' | 'signal'> {
  /** Columns of the file by what they are, where their names do not say it. */
  readonly columns?: SeriesColumns;
}
