/**
 * Hot loops that somebody else may do: the port of `@barograph/kernels`, and the place where they are put.
 *
 * Engines ask here before a loop that a kernel could do. Nothing is there until {@link useKernels} was called, and then
 * results are the same to the bit: the JavaScript is the reference and does whatever a kernel hands back.
 */

/** Tables of the exponential and the logarithm, as the JavaScript has them. */
export interface ExponentialTables {
  /** 2^(i/64), 64 of them. */
  readonly roots: Float64Array;
  /** 1 / the middle of each of 128 cells of [1, 2). */
  readonly inverses: Float64Array;
  /** Minus the log of each of `inverses`. */
  readonly logs: Float64Array;
}

/** Parts of a hidden Markov model that its filter needs. Matrices are row-major. */
export interface FilterLaw {
  readonly states: number;
  readonly dimensions: number;
  /** Infinity for the Gaussian. */
  readonly nu: number;
  readonly beta: number;
  readonly diagonal: boolean;
  /** State by state. */
  readonly means: Float64Array;
  /** Inverse Cholesky factors, state by state. */
  readonly inverse: Float64Array;
  /** beta · log density at the mean. */
  readonly peak: Float64Array;
  /** `states · states` numbers. */
  readonly transition: Float64Array;
}

/** A law that a kernel has taken. It stays good until another one is loaded. */
export interface LoadedFilter {
  /** Rows that it takes at once, a multiple of 256. */
  readonly most: number;
  /**
   * Filters rows `from…from + rows` of the columns, `most` of them at most, in blocks of 256.
   *
   * @param alpha probabilities after the row before, or the initial ones while `started` is false; takes the last ones.
   * @param probabilities takes `states` numbers a row, from row `from` on; `logLikelihood` one. Without them the
   * probabilities stay where they are, in the view of that name.
   * @returns how many rows it filtered. Fewer than asked: the block after them is the caller's, for one of its rows lacks
   * a feature, lies too far out, or had been ruled out by every state with a prior. Nothing was written of it.
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
  /** Probabilities of the rows that were filtered last, row by row. A view: copy what you keep. */
  readonly probabilities: Float64Array;
  /** Squared distances of the block that was filtered last: state by state, 256 rows each. A view: copy what you keep. */
  readonly distances: Float64Array;
}

/** A logistic head that says a regime some hours ahead, of a chain whose states have labels. */
export interface ForecastLaw {
  /** Of that many hours ahead, `states · states` numbers, row-major. */
  readonly power: Float64Array;
  /** Of the inputs: 8 features, 6 logs of the labels now, 6 marks of the published one, 6 logs of the labels ahead. */
  readonly middles: Float64Array;
  readonly scales: Float64Array;
  /** Input by input, a number for each of 6 labels. */
  readonly weights: Float64Array;
  readonly intercepts: Float64Array;
  readonly temperature: number;
}

/** Laws of up to two horizons that a kernel has taken. They stay good until others are loaded, or a filter runs. */
export interface LoadedForecasts {
  /**
   * Labels of rows `from…from + rows`, at most 256, whose forecasts may then be asked for.
   *
   * @param filtered `states` numbers a row; or the view of a filter of the same model, with `from` 0, straight after its
   * block: neither probabilities nor features are then copied.
   * @param labels takes six numbers for each of the rows.
   */
  readonly labels: (filtered: Float64Array, from: number, rows: number, labels: Float64Array) => void;
  /**
   * Forecasts of the rows whose labels were asked for last.
   *
   * @param columns standardised features; the rows begin where those of the labels did.
   * @param published label of each of the rows.
   * @param forecasts take six numbers for each of the rows, one table a horizon.
   * @returns false where a row lacks an input, or has one that is infinite or far out; forecasts then mean nothing.
   */
  readonly forecasts: (
    columns: readonly Float64Array[],
    published: Int8Array,
    forecasts: readonly Float64Array[],
  ) => boolean;
}

/** Weighted moments of rows, state by state. */
export interface MomentSums {
  /** Σγ. */
  readonly occupancy: Float64Array;
  /** Σu. */
  readonly weight: Float64Array;
  /** Σu·y, y the deviations from the means. */
  readonly first: Float64Array;
  /** Σu·y·yᵀ, lower triangles, row-major. */
  readonly second: Float64Array;
}

/** Columns of prices, of one length. */
export interface PriceColumns {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Volatilities in percent a year, columns of one length; rows before the window is full mean nothing. */
export interface FiveVolatilities {
  readonly closeToClose: Float64Array;
  readonly parkinson: Float64Array;
  readonly garmanKlass: Float64Array;
  readonly rogersSatchell: Float64Array;
  readonly yangZhang: Float64Array;
}

/** Six terms of each bar of a block, for blocks with a ratio that a kernel's logarithm is not written for. */
export interface VolatilityTerms {
  readonly closes: Float64Array;
  readonly ranges: Float64Array;
  readonly garman: Float64Array;
  readonly rogers: Float64Array;
  readonly jumps: Float64Array;
  readonly bodies: Float64Array;
}

/** Sums of the recursions of an ADX after a row. */
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

/** Bollinger bands, columns of one length. */
export interface BandColumns {
  readonly lower: Float64Array;
  readonly middle: Float64Array;
  readonly upper: Float64Array;
  readonly bandwidth: Float64Array;
  readonly percentB: Float64Array;
}

/** Loops that are done elsewhere. Each says by `false` or undefined that the caller has to do the work itself. */
export interface VectorKernels {
  /**
   * Rolling percentile ranks of finite numbers; ties share the middle.
   *
   * @param minCount fewest numbers for a defined rank.
   * @param ranks takes n rows within 0…100, NaN for the first `minCount − 1`; means nothing after `false`.
   */
  readonly fillRanks: (values: Float64Array, window: number, minCount: number, ranks: Float64Array) => boolean;
  /**
   * Rolling percentile ranks of finite numbers that come into a full window, each of which pushes another one out.
   *
   * @param sorted the window in ascending order; is put in order as it is after them all.
   * @param slots numbers that go, one for each that comes; those that come, zeros as +0, take their places.
   * @param values numbers that come, as many as the window holds at most.
   * @param ranks takes a row for each of them; may be where they stand.
   * @returns false, with nothing changed, for a window that it has no memory for, or that is too short to gain.
   */
  readonly pushRanks: (sorted: Float64Array, slots: Float64Array, values: Float64Array, ranks: Float64Array) => boolean;
  /** Five volatilities of a window. @param terms computes the terms of bars `from…from + n`, n the length of `out`. */
  readonly fillEstimators: (
    bars: PriceColumns,
    window: number,
    bodyWeight: number,
    periodsPerYear: number,
    terms: (from: number, out: VolatilityTerms) => void,
    out: FiveVolatilities,
  ) => boolean;
  /**
   * ADX and both directional indicators of rows `from…n`, all of which have an ADX.
   *
   * @param from ≥ 1. @param hold whether ADX keeps its value where nothing moved. @param sums after row `from − 1`; of an even number
   * of rows it takes those after the last one.
   */
  readonly fillAdx: (
    bars: Omit<PriceColumns, 'open'>,
    from: number,
    period: number,
    hold: boolean,
    sums: AdxSums,
    out: DirectionalColumns,
  ) => boolean;
  /** Bollinger bands: rows `period − 1…n`, and NaN before. */
  readonly fillBands: (close: Float64Array, period: number, deviations: number, out: BandColumns) => boolean;
  /** Takes the natural logarithm of every number, in place and as `Math.log` has it. False, with nothing written, without one. */
  readonly fillLogs: (values: Float64Array) => boolean;
  /**
   * Takes the laws of two horizons.
   *
   * @param labelOf label of every state.
   */
  readonly loadForecasts: (labelOf: Int32Array, laws: readonly ForecastLaw[]) => LoadedForecasts | undefined;
  /** Takes a law, whose blocks are then filtered. */
  readonly loadFilter: (law: FilterLaw, tables: ExponentialTables) => LoadedFilter | undefined;
  /**
   * Smoothed probabilities of all rows but the last one, from the filtered ones.
   *
   * @param transition `states · states` numbers, row-major; `transposed` the same, transposed.
   * @param gamma takes the smoothed rows; its last row is there already.
   * @param counts takes the sums of expected transitions over `A_ij`, row-major; left out when nobody asks for them.
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
   * Adds the moments of a series.
   *
   * @param columns features; NaN where a row lacks one.
   * @param gamma smoothed probabilities, row by row.
   * @param distances squared distances, state by state; NaN for a row without observation, which has no weight.
   * @param each how much a row counts.
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
 * Puts kernels in place for all engines of this thread, or takes them away: what `@barograph/kernels` calls. Results do not
 * depend on it, times do.
 *
 * @param kernels undefined for the JavaScript alone.
 * @returns those that were there before.
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
