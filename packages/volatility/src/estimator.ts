/**
 * Shared base of the volatility estimators: config, batch and stream form of a kernel, and the validity of a window.
 *
 * A kernel turns bars into a variance per period. This file adds warm-up, windows with too many missing bars,
 * annualisation, state and snapshot.
 */

import {
  barClock,
  candleColumns,
  checkNextBar,
  givenColumn,
  DAY_MS,
  integerAtLeast,
  shown,
  sliceCandles,
  snapshotOf,
  stateFrom,
  unsafeCandles,
  UsageError,
  type Bar,
  type Candles,
  type KernelSnapshot,
  type Mutable,
  type Stream,
} from '@barograph/core';
import { annualise } from './annualise.ts';

/** Options that all estimators share. */
export interface EstimatorConfig {
  /** Bars in the window; for estimators that use the previous close, returns in the window. */
  readonly window: number;
  /** Bars in a year: 365 for days of a market that never closes. */
  readonly periodsPerYear: number;
  /**
   * Most periods that a full window may span, missing ones included; a longer window gives NaN. Missing bars are
   * skipped, never filled. @default unlimited
   */
  readonly maxSpan?: number;
  /** Length of a period for `maxSpan`, ms. @default a day */
  readonly stepMs?: number;
}

/** Defaults: thirty days of a market that never closes. */
export const ESTIMATOR_DEFAULTS: EstimatorConfig = Object.freeze({ window: 30, periodsPerYear: 365 });

/** One value of an estimator. */
export interface VolatilityPoint {
  /** Volatility in percent a year, NaN until defined. */
  readonly volatility: number;
}

/** JSON-safe state of an estimator stream. */
export type EstimatorSnapshot = KernelSnapshot<EstimatorConfig>;

/** Estimator fed bar by bar. */
export type EstimatorStream = Stream<Bar, VolatilityPoint, EstimatorSnapshot>;

/** Formula of an estimator. */
export interface EstimatorKernel {
  /** Whether a bar's term needs the previous close: the first bar then has no term, and the window starts after it. */
  readonly usesPreviousClose: boolean;
  readonly leastWindow: 1 | 2;
  /** Number of doubles in its state. */
  readonly slots: (window: number) => number;
  /** Scratch columns it needs besides its state. @default none */
  readonly columns?: number;
  /**
   * Feeds rows to the slots of the state, which start at `at`, and writes for each row the variance per period of the
   * window that ends there (invalid until it is full). Slot `PREVIOUS_CLOSE` is the close before row 0; for the very
   * first bar, its own open. A slot, because a number argument would be boxed. A module function, because a closure
   * would be compiled again for each series.
   */
  readonly advance: (
    state: Float64Array,
    at: number,
    window: number,
    bars: Candles,
    variance: Float64Array,
    columns: readonly Float64Array[],
  ) => void;
}

/** Rows per batch: few enough that all passes over them stay in the processor's cache. */
export const BATCH = 2_048;

// Slots before the kernel's own: bars so far, last close, and the open times that the span looks back to.
const SEEN = 0;
/** @internal for kernels. */
export const PREVIOUS_CLOSE = 1;
const TIMES = 2;

/**
 * Checks a config.
 * @throws {UsageError} when the config is invalid.
 */
export function checkConfig(config: EstimatorConfig, leastWindow: 1 | 2): void {
  integerAtLeast('window', config.window, leastWindow);
  if (!(config.periodsPerYear > 0 && config.periodsPerYear < Infinity)) {
    throw new UsageError(`"periodsPerYear" expected a finite number > 0, got ${shown(config.periodsPerYear)}`);
  }
  if (config.maxSpan !== undefined) integerAtLeast('maxSpan', config.maxSpan, config.window);
  if (config.stepMs !== undefined) integerAtLeast('stepMs', config.stepMs, 1);
}

/** Number of bars before the first defined value. @throws {UsageError} when the config is invalid. */
export function lookbackOf(kernel: EstimatorKernel, config: EstimatorConfig): number {
  checkConfig(config, kernel.leastWindow);
  return kernel.usesPreviousClose ? config.window : config.window - 1;
}

/** Machine of both forms: rows in, annualised percent out. */
interface Estimator {
  readonly kernel: EstimatorKernel;
  readonly config: EstimatorConfig;
  readonly lookback: number;
  /** Number of open times stored for the span. */
  readonly kept: number;
  /** First of the kernel's own slots. */
  readonly own: number;
  readonly widest: number;
  readonly slots: number;
  readonly columns: readonly Float64Array[];
}

/**
 * Creates the machine.
 * @param rows most rows per call.
 */
function estimator(kernel: EstimatorKernel, config: EstimatorConfig, rows: number): Estimator {
  const lookback = lookbackOf(kernel, config);
  const { window, maxSpan, stepMs = DAY_MS } = config;
  const kept = maxSpan === undefined ? 0 : lookback;
  const own = TIMES + kept;
  return {
    kernel,
    config,
    lookback,
    kept,
    own,
    // From the open of the oldest bar whose term counts (or the previous close) to the close of the newest.
    widest: ((maxSpan ?? 0) - (kernel.usesPreviousClose ? 0 : 1)) * stepMs,
    slots: own + kernel.slots(window),
    columns: Array.from({ length: kernel.columns ?? 0 }, () => new Float64Array(rows)),
  };
}

function run(machine: Estimator, state: Float64Array, bars: Candles, out: Float64Array): void {
  const { kernel, config, lookback, own, columns } = machine;
  const seen = state[SEEN]!;
  if (seen === 0) state[PREVIOUS_CLOSE] = bars.open[0]!;
  kernel.advance(state, own, config.window, bars, out, columns);
  const undefinedRows = Math.min(Math.max(lookback - seen, 0), out.length);
  for (let i = 0; i < undefinedRows; i++) out[i] = NaN;
  for (let i = undefinedRows; i < out.length; i++) out[i] = annualise(out[i]!, config.periodsPerYear);
  if (machine.kept > 0) blankWide(machine, state, bars.time, out);
  state[SEEN] = seen + out.length;
  state[PREVIOUS_CLOSE] = bars.close[out.length - 1]!;
}

function blankWide({ kept, widest }: Estimator, state: Float64Array, time: Float64Array, out: Float64Array): void {
  let at = state[SEEN]! % kept;
  for (let i = 0; i < out.length; i++) {
    if (time[i]! - state[TIMES + at]! > widest) out[i] = NaN;
    state[TIMES + at] = time[i]!;
    if (++at === kept) at = 0;
  }
}

/** Batch form of a kernel. @throws {UsageError} when the config is invalid or the column has another length. */
export function columnOf(
  kernel: EstimatorKernel,
  bars: Candles,
  config: EstimatorConfig,
  into?: Float64Array,
): Float64Array {
  const machine = estimator(kernel, config, Math.min(BATCH, bars.length));
  const state = new Float64Array(machine.slots);
  const column = givenColumn('into', bars.length, into);
  for (let from = 0; from < bars.length; from += BATCH) {
    const to = Math.min(from + BATCH, bars.length);
    run(machine, state, sliceCandles(bars, from, to), column.subarray(from, to));
  }
  return column;
}

/** Stream form of a kernel. `peek` copies the window, so it costs O(window). */
export function streamOf(
  kernel: EstimatorKernel,
  config: EstimatorConfig,
  resume: EstimatorSnapshot | undefined,
): EstimatorStream {
  const machine = estimator(kernel, config, 1);
  const { slots } = machine;
  const state = stateFrom(config, slots, resume);
  const clock = barClock(resume?.time);
  const forming = new Float64Array(slots);
  const row = unsafeCandles(candleColumns(1));
  const out = new Float64Array(1);

  const feed = (to: Float64Array, bar: Bar, point: Mutable<VolatilityPoint>): VolatilityPoint => {
    row.time[0] = bar.time;
    row.open[0] = bar.open;
    row.high[0] = bar.high;
    row.low[0] = bar.low;
    row.close[0] = bar.close;
    run(machine, to, row, out);
    point.volatility = out[0]!;
    return point;
  };
  return {
    next(bar, into = { volatility: NaN }) {
      checkNextBar(bar, clock);
      feed(state, bar, into);
      clock[0] = bar.time;
      return into;
    },
    peek(bar, into = { volatility: NaN }) {
      checkNextBar(bar, clock);
      forming.set(state);
      return feed(forming, bar, into);
    },
    snapshot: () => snapshotOf(config, state, clock),
  };
}
