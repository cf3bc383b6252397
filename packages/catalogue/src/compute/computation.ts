/** Form of a computation: columns in, columns out. */

/** Bars of one coin, oldest first, all of one length. NaN for unknown funding and open interest. */
export interface IndicatorBars {
  /** Open of each bar, epoch ms. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Funding rate of the last settlement by the close of each bar, fraction per 8 hours. */
  readonly funding?: Float64Array;
  /** Open interest at the close of each bar, coins. */
  readonly openInterest?: Float64Array;
}

/**
 * Bars of other coins at the times of {@link IndicatorBars.time}; NaN for a missing bar. The first coin is the
 * benchmark.
 */
export interface PeerBars {
  readonly symbols: readonly string[];
  readonly close: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  readonly low: readonly Float64Array[];
  readonly volume: readonly Float64Array[];
}

/** Columns by name, as long as the bars, NaN before the first value. The first column is the indicator itself. */
export type ComputedColumns = Readonly<Record<string, Float64Array>>;

/** Indicator as a function of closed bars: a value depends only on its bar and earlier ones. */
export interface Computation {
  /** Names of the columns, in their order. */
  readonly columns: readonly string[];
  /**
   * Index of the first value of the first column. @param parameters the entry's defaults, or other values of the same
   * names.
   */
  lookback(parameters: Readonly<Record<string, number>>): number;
  /** @param beside bars of other coins; required when the inputs of the entry include `peers` or `benchmark`. */
  compute(bars: IndicatorBars, parameters: Readonly<Record<string, number>>, beside?: PeerBars): ComputedColumns;
}
