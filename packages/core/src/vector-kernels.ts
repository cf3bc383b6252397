/**
 * Port for hot loops that `@barograph/kernels` can run, and the registry for them.
 *
 * Engines ask here before a loop that a kernel could run. The registry is empty until {@link useKernels} is called.
 * Results are the same to the bit either way: the JavaScript is the reference, and runs whatever a kernel refuses.
 */

/** Tables of the exponential and the logarithm, as the JavaScript uses them. */
export interface ExponentialTables {
  /** 2^(i/64), 64 values. */
  readonly roots: Float64Array;
  /** 1 / the middle of each of 128 cells of [1, 2). */
  readonly inverses: Float64Array;
  /** Minus the logarithm of each of `inverses`. */
  readonly logs: Float64Array;
}

/** Parts of a hidden Markov model that its filter needs. Matrices are row-major. */
export interface FilterLaw {
  /** Number of latent states. */
  readonly states: number;
  /** Features of a row. */
  readonly dimensions: number;
  /** Degrees of freedom; Infinity for the Gaussian. */
  readonly nu: number;
  /** Exponent that tempers the evidence of a row. */
  readonly beta: number;
  readonly diagonal: boolean;
  /** Means, state by state. */
  readonly means: Float64Array;
  /** Inverse Cholesky factors, state by state. */
  readonly inverse: Float64Array;
  /** beta · log density at the mean, by state. */
  readonly peak: Float64Array;
  /** Transition matrix, `states · states` numbers. */
  readonly transition: Float64Array;
}

/** Model loaded into a kernel. It is valid until another one is loaded. */
export interface LoadedFilter {
  /** Most rows per call, a multiple of 256. */
  readonly most: number;
  /**
   * Filters rows `from…from + rows` of the columns, at most `most`, in blocks of 256.
   *
   * @param alpha probabilities after the previous row, or the initial ones while `started` is false; receives those of
   * the last row.
   * @param probabilities receives `states` numbers a row, starting at row `from`; `logLikelihood` one. Without them the
   * probabilities are only in the view of that name.
   * @returns number of filtered rows. When fewer than requested, the caller must filter the next block: one of its rows
   * lacks a feature, is too extreme, or is impossible in every state with a prior. Nothing of that block is written.
   */
  readonly filter: (
    columns: readonly ArrayLike<number>[],
    from: number,
    rows: number,
    started: boolean,
    alpha: Float64Array,
    probabilities?: Float64Array,
    logLikelihood?: Float64Array,
  ) => number;
  /** Probabilities of the last filtered rows, row by row. A view: copy what you keep. */
  readonly probabilities: Float64Array;
  /** Squared distances of the last filtered block: state by state, 256 rows each. A view: copy what you keep. */
  readonly distances: Float64Array;
}

/** Logistic head that forecasts a regime some hours ahead, for a chain whose states have labels. */
export interface ForecastLaw {
  /** Transition matrix to the power of the hours ahead, `states · states` numbers, row-major. */
  readonly power: Float64Array;
  /**
   * Centre of each input: 8 features, 6 logs of the labels now, 6 marks of the published label, 6 logs of the labels
   * ahead.
   */
  readonly middles: Float64Array;
  readonly scales: Float64Array;
  /** Weights input by input, one for each of 6 labels. */
  readonly weights: Float64Array;
  readonly intercepts: Float64Array;
  /** Divisor of the logits. */
  readonly temperature: number;
}

/** Models of up to two horizons loaded into a kernel. They are valid until others are loaded, or a filter runs. */
export interface LoadedForecasts {
  /**
   * Computes the labels of rows `from…from + rows`, at most 256, which {@link LoadedForecasts.forecasts} then uses.
   *
   * @param filtered `states` numbers a row; or the view of a filter of the same model right after its block, with
   * `from` 0, which saves copying probabilities and features.
   * @param labels receives six numbers for each row.
   */
  readonly labels: (filtered: Float64Array, from: number, rows: number, labels: Float64Array) => void;
  /**
   * Forecasts of the rows of the last call of `labels`.
   *
   * @param columns standardised features; rows start where those of the labels did.
   * @param published published label of each row.
   * @param forecasts one table per horizon, receives six numbers for each row.
   * @returns false when an input of a row is missing, infinite or too extreme; forecasts are then invalid.
   */
  readonly forecasts: (
    columns: readonly Float64Array[],
    published: Int8Array,
    forecasts: readonly Float64Array[],
  ) => boolean;
}

/** Weighted moments of rows, state by state. */
export interface MomentSums {
  /** Occupancy Σγ. */
  readonly occupancy: Float64Array;
  /** Weights Σu. */
  readonly weight: Float64Array;
  /** First moments Σu·y, y the deviations from the means. */
  readonly first: Float64Array;
  /** Second moments Σu·y·yᵀ, lower triangles, row-major. */
  readonly second: Float64Array;
}

/** Columns of prices, of one length. */
export interface PriceColumns {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Volatilities in percent a year, columns of one length; rows before the window is full are invalid. */
export interface FiveVolatilities {
  readonly closeToClose: Float64Array;
  readonly parkinson: Float64Array;
  readonly garmanKlass: Float64Array;
  readonly rogersSatchell: Float64Array;
  readonly yangZhang: Float64Array;
}

/** Six terms of each bar of a block, for blocks with a ratio outside the range of a kernel's logarithm. */
export interface VolatilityTerms {
  readonly closes: Float64Array;
  readonly ranges: Float64Array;
  readonly garman: Float64Array;
  readonly rogers: Float64Array;
  readonly jumps: Float64Array;
  readonly bodies: Float64Array;
}

/** Running sums of an ADX after a row. */
export interface AdxSums {
  /** Wilder sums of +DM, −DM and true ranges, in price units. */
  plus: number;
  minus: number;
  range: number;
  /** ADX, percent. */
  average: number;
}

/** ADX and both directional indicators in percent, columns of one length. */
export interface DirectionalColumns {
  readonly adx: Float64Array;
  readonly plusDi: Float64Array;
  readonly minusDi: Float64Array;
}

/**
 * Bollinger bands, columns of one length. Bands in price units, `bandwidth` in percent of the middle band, `percentB`
 * as a position: 0 on the lower band, 1 on the upper.
 */
export interface BandColumns {
  readonly lower: Float64Array;
  readonly middle: Float64Array;
  readonly upper: Float64Array;
  readonly bandwidth: Float64Array;
  readonly percentB: Float64Array;
}

/** Loops that kernels run. Each returns false or undefined when the caller has to run the loop itself. */
export interface VectorKernels {
  /**
   * Rolling percentile ranks of finite numbers; ties share the middle.
   *
   * @param minCount fewest numbers for a defined rank.
   * @param ranks receives a row per input within 0…100, NaN for the first `minCount − 1`; invalid after `false`.
   */
  readonly fillRanks: (values: Float64Array, window: number, minCount: number, ranks: Float64Array) => boolean;
  /**
   * Rolling percentile ranks of finite numbers entering a full window, each of which replaces another.
   *
   * @param sorted window in ascending order; updated to the window after all numbers.
   * @param slots numbers that leave, one for each new number; overwritten with the new ones, zeros as +0.
   * @param values new numbers, at most the size of the window.
   * @param ranks receives a row for each number; may be the same memory as `values`.
   * @returns false, with nothing changed, when the window exceeds its memory or is too short to gain.
   */
  readonly pushRanks: (sorted: Float64Array, slots: Float64Array, values: Float64Array, ranks: Float64Array) => boolean;
  /**
   * Computes five volatilities of a window. @param terms computes the terms of bars `from…from + n`, n the length of
   * `out`.
   */
  readonly fillEstimators: (
    bars: PriceColumns,
    window: number,
    bodyWeight: number,
    periodsPerYear: number,
    terms: (from: number, out: VolatilityTerms) => void,
    out: FiveVolatilities,
  ) => boolean;
  /**
   * Computes ADX and both directional indicators of rows `from…n`, all of which have an ADX.
   *
   * @param from ≥ 1. @param hold whether ADX keeps its value when no price moved. @param sums state after row `from −
   * 1`; for an even number of rows, receives the state after the last one.
   */
  readonly fillAdx: (
    bars: Omit<PriceColumns, 'open'>,
    from: number,
    period: number,
    hold: boolean,
    sums: AdxSums,
    out: DirectionalColumns,
  ) => boolean;
  /** Computes Bollinger bands in rows `period − 1…n`, NaN before. */
  readonly fillBands: (close: Float64Array, period: number, deviations: number, out: BandColumns) => boolean;
  /**
   * Replaces every number with its natural logarithm, equal to `Math.log`. Returns false, with nothing written, when
   * one has none.
   */
  readonly fillLogs: (values: Float64Array) => boolean;
  /**
   * Loads the models of two horizons.
   *
   * @param labelOf label of every state.
   */
  readonly loadForecasts: (labelOf: Int32Array, laws: readonly ForecastLaw[]) => LoadedForecasts | undefined;
  /** Loads a model and returns its filter. */
  readonly loadFilter: (law: FilterLaw, tables: ExponentialTables) => LoadedFilter | undefined;
  /**
   * Computes smoothed probabilities of all rows except the last, from the filtered ones.
   *
   * @param transition `states · states` numbers, row-major; `transposed` the same, transposed.
   * @param gamma receives the smoothed rows; its last row is already filled.
   * @param counts receives the sums of expected transitions over `A_ij`, row-major; optional.
   */
  readonly smoothBackward: (
    states: number,
    transition: Float64Array,
    transposed: Float64Array,
    alpha: Float64Array,
    length: number,
    gamma: Float64Array,
    counts?: Float64Array,
  ) => boolean;
  /**
   * Adds the moments of a series to `sums`.
   *
   * @param columns features; NaN when missing.
   * @param gamma smoothed probabilities, row by row.
   * @param distances squared distances, state by state; NaN for a row without observation, which has no weight.
   * @param each weight of each row.
   */
  readonly addMomentSums: (
    columns: readonly Float64Array[],
    states: number,
    nu: number,
    means: Float64Array,
    gamma: Float64Array,
    distances: Float64Array,
    each: number,
    sums: MomentSums,
  ) => boolean;
}

let used: VectorKernels | undefined;

/**
 * Installs kernels for all engines of this thread, or removes them; `@barograph/kernels` calls it. Changes speed, never
 * results.
 *
 * @param kernels kernels; undefined uses JavaScript only.
 * @returns the previous kernels.
 * @example
 * useKernels(undefined); // → undefined
 */
export function useKernels(kernels: VectorKernels | undefined): VectorKernels | undefined {
  const before = used;
  used = kernels;
  return before;
}

/**
 * Kernels of this thread; undefined until {@link useKernels} was called.
 *
 * @example
 * kernelsInUse(); // → undefined
 */
export const kernelsInUse = (): VectorKernels | undefined => used;
