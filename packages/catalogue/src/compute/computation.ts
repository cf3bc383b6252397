/** The form of a computation: columns in, columns out. */

/** Bars of one coin, oldest first, all of one length. NaN in funding and open interest where they are not known. */
export interface IndicatorBars {
  /** Epoch ms of the open of each bar. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Rate of the settlement at or before the close of each bar, a fraction per 8 hours. */
  readonly funding?: Float64Array;
  /** At the close of each bar, in coins. */
  readonly openInterest?: Float64Array;
}

/** Bars of other coins on the moments of {@link IndicatorBars.time}; NaN where one has no bar. The first is the benchmark. */
export interface PeerBars {
  readonly symbols: readonly string[];
  readonly close: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  readonly low: readonly Float64Array[];
  readonly volume: readonly Float64Array[];
}

/** Columns by name, each as long as the bars, NaN before the first value. The first one is the indicator itself. */
export type ComputedColumns = Readonly<Record<string, Float64Array>>;

/** An indicator as a function of closed bars: the value of a bar depends on it and on those before it alone. */
export interface Computation {
  /** Names of the columns, in their order. */
  readonly columns: readonly string[];
  /** Index of the first value of the first column. @param parameters defaults of the entry, or others of the same names. */
  lookback(parameters: Readonly<Record<string, number>>): number;
  /** @param beside bars of other coins; needed where the inputs of the entry have `peers` or `benchmark`. */
  compute(bars: IndicatorBars, parameters: Readonly<Record<string, number>>, beside?: PeerBars): ComputedColumns;
}
