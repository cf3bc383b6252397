/**
 * Bollinger Bands: the moving average of closes, and bands a number of standard deviations above and below it.
 *
 * The deviation is that of a population (divided by n), as in Bollinger's book, TA-Lib and R TTR.
 *
 * Sums and sums of squares are computed as in `sma.ts`, over differences from one close of the window. That close is in
 * the window, so Σd²/n is at most n + 1 times the variance, and the subtraction cannot cancel more than that: no drift,
 * no residue of a price that left, and a window of equal closes has a variance of exactly 0. (TA-Lib's mean of squares
 * minus square of mean loses all digits on a coin that trades at 60,000 ± 0.001.)
 *
 * @source John Bollinger, *Bollinger on Bollinger Bands*, 2001: bands, %b and BandWidth. The blocks: see `sma.ts`.
 */

import {
  type Bar,
  type Candles,
  columnStream,
  givenColumn,
  integerAtLeast,
  kernelsInUse,
  type KernelSnapshot,
  type Mutable,
  stateFrom,
  type Stream,
  within,
} from '@barograph/core';
import { OF_COLUMNS } from './of-columns.ts';

/** Settings of the bands. */
export interface BollingerConfig {
  /** Closes in the window, an integer ≥ 2. */
  readonly period: number;
  /** Standard deviations from the middle to a band, 0…100. */
  readonly deviations: number;
}

/** Bollinger's 20 closes and 2 deviations. */
export const BOLLINGER_DEFAULTS: BollingerConfig = Object.freeze({ period: 20, deviations: 2 });

/** One value of the bands; NaN until defined. */
export interface BollingerPoint {
  /** Lower band, price units; `lower ≤ middle ≤ upper`. */
  readonly lower: number;
  readonly middle: number;
  readonly upper: number;
  /** Distance between the bands in percent of the middle, ≥ 0. */
  readonly bandwidth: number;
  /** Position of the close: 0 on the lower band, 1 on the upper; 0.5 when the bands coincide. */
  readonly percentB: number;
}

/**
 * Bands of a series, one row per bar, as in {@link BollingerPoint}. Bands in price units, `bandwidth` in percent of the
 * middle band, `percentB` as a position: 0 on the lower band, 1 on the upper.
 */
export interface BollingerColumns {
  readonly lower: Float64Array;
  readonly middle: Float64Array;
  readonly upper: Float64Array;
  readonly bandwidth: Float64Array;
  readonly percentB: Float64Array;
}

/** JSON-safe state of {@link createBollinger}. */
export type BollingerSnapshot = KernelSnapshot<BollingerConfig>;

// Slots of the state, as in `sma.ts`, with the sum of squares after the sum.
const HELD = 0;
const FULL = 1;
const REFERENCE = 2;
const HEAD = 3;
const HEAD_SQUARES = 4;
const BLOCK = 5;

interface BollingerState {
  readonly slots: Float64Array;
  /** View of the closes in the slots. */
  readonly block: Float64Array;
  readonly tails: Float64Array;
  readonly tailSquares: Float64Array;
}

function stateOf(slots: Float64Array): BollingerState {
  const block = slots.subarray(BLOCK);
  const tails = new Float64Array(block.length);
  const tailSquares = new Float64Array(block.length);
  if (slots[FULL] === 1) sumTails(block, 0, slots[REFERENCE]!, tails, tailSquares);
  return { slots, block, tails, tailSquares };
}

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default BOLLINGER_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * bollingerLookback(); // → 19
 */
export function bollingerLookback(config: BollingerConfig = BOLLINGER_DEFAULTS): number {
  return check(config).period - 1;
}

function check(config: BollingerConfig): BollingerConfig {
  integerAtLeast('period', config.period, 2);
  within('deviations', config.deviations, 0, 100);
  return config;
}

/** Fewest rows for which a kernel gains more than its copies cost. */
const LEAST_ROWS = 32;

/** Kernel over rows `from…to` of the columns; see `sma.ts` for the block and its sums. */
function advance(
  state: BollingerState,
  { period, deviations }: BollingerConfig,
  close: Float64Array,
  from: number,
  to: number,
  out: BollingerColumns,
): void {
  const { slots, tails, tailSquares } = state;
  const { lower, middle, upper, bandwidth, percentB } = out;
  const begins = slots[HELD] === 0 && slots[FULL] === 0;
  let reference = begins ? close[from]! : slots[REFERENCE]!;
  let share = slots[FULL] === 0 ? NaN : 1 / period;
  let tail = (slots[HELD]! | 0) + 1; // an integer, or V8 would count rows in doubles
  let head = slots[HEAD]!;
  let headSquares = slots[HEAD_SQUARES]!;
  for (let i = from; i < to;) {
    if (tail === period) {
      reference = close[i]!;
      head = 0;
      headSquares = 0;
      sumTails(close, i - period + 1, reference, tails, tailSquares);
      tail = 0;
      share = 1 / period;
    }
    const stop = Math.min(to, i + period - tail);
    for (; i < stop; i++, tail++) {
      const price = close[i]!;
      const difference = price - reference;
      head += difference;
      headSquares += difference * difference;
      const shift = (head + tails[tail]!) * share;
      const variance = (headSquares + tailSquares[tail]!) * share - shift * shift;
      const mean = reference + shift;
      const half = deviations * Math.sqrt(Math.max(variance, 0));
      const bottom = mean - half;
      lower[i] = bottom;
      middle[i] = mean;
      upper[i] = mean + half;
      bandwidth[i] = 100 * ((half + half) / mean);
      percentB[i] = half === 0 ? 0.5 : (price - bottom) / (half + half);
    }
  }
  slots[HELD] = tail - 1;
  slots[FULL] = Number(!Number.isNaN(share));
  slots[REFERENCE] = reference;
  slots[HEAD] = head;
  slots[HEAD_SQUARES] = headSquares;
}

/**
 * Fills `tails[k]` with the sum of the block from close k to its end, minus the reference for each; `tailSquares[k]`
 * with the sum of squares.
 */
function sumTails(
  close: Float64Array,
  begin: number,
  reference: number,
  tails: Float64Array,
  tailSquares: Float64Array,
): void {
  let sum = 0;
  let squares = 0;
  let k = tails.length - 1;
  for (; k > 0; k -= 2) {
    const later = close[begin + k]! - reference;
    const earlier = close[begin + k - 1]! - reference;
    tails[k] = sum + later;
    tailSquares[k] = squares + later * later;
    sum += later + earlier;
    squares += later * later + earlier * earlier;
    tails[k - 1] = sum;
    tailSquares[k - 1] = squares;
  }
  if (k === 0) {
    const first = close[begin]! - reference;
    tails[0] = sum + first;
    tailSquares[0] = squares + first * first;
  }
}

function columns(length: number, into?: BollingerColumns): BollingerColumns {
  return {
    ...OF_COLUMNS,
    lower: givenColumn('into.lower', length, into?.lower),
    middle: givenColumn('into.middle', length, into?.middle),
    upper: givenColumn('into.upper', length, into?.upper),
    bandwidth: givenColumn('into.bandwidth', length, into?.bandwidth),
    percentB: givenColumn('into.percentB', length, into?.percentB),
  };
}

/**
 * Computes Bollinger Bands of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default BOLLINGER_DEFAULTS
 * @param into columns to fill, n rows each, not those of the bars. @default new ones
 * @returns n rows; NaN for the first `period − 1`.
 * @throws {UsageError} when the config is invalid or a column has another length.
 * @example
 * bollinger(bars).middle[259].toFixed(2); // → '99.21'
 */
export function bollinger(
  bars: Candles,
  config: BollingerConfig = BOLLINGER_DEFAULTS,
  into?: BollingerColumns,
): BollingerColumns {
  check(config);
  const out = columns(bars.length, into);
  const kernels = bars.length - config.period < LEAST_ROWS ? undefined : kernelsInUse();
  if (kernels?.fillBands(bars.close, config.period, config.deviations, out) === true) return out;
  const state = stateOf(new Float64Array(BLOCK + config.period));
  advance(state, config, bars.close, 0, bars.length, out);
  return out;
}

/**
 * Creates the stream of the bands, equal to {@link bollinger} to the bit.
 *
 * @param config parameters. @default BOLLINGER_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createBollinger().next(barAt(bars, 0)).middle; // → NaN
 */
export function createBollinger(
  config: BollingerConfig = BOLLINGER_DEFAULTS,
  resume?: BollingerSnapshot,
): Stream<Bar, BollingerPoint, BollingerSnapshot> {
  const { period } = check(config);
  const state = stateOf(stateFrom(config, BLOCK + period, resume));
  const forming = stateOf(new Float64Array(BLOCK + period));
  const out = columns(period);
  const undefinedPoint = (): Mutable<BollingerPoint> => ({
    lower: NaN,
    middle: NaN,
    upper: NaN,
    bandwidth: NaN,
    percentB: NaN,
  });

  const feed = (to: BollingerState, bar: Bar, point: Mutable<BollingerPoint>): void => {
    const at = to.slots[HELD]!;
    to.block[at] = bar.close;
    advance(to, config, to.block, at, at + 1, out);
    point.lower = out.lower[at]!;
    point.middle = out.middle[at]!;
    point.upper = out.upper[at]!;
    point.bandwidth = out.bandwidth[at]!;
    point.percentB = out.percentB[at]!;
  };
  return columnStream(
    {
      config,
      state,
      forming,
      slotsOf: ({ slots }) => slots,
      copy: (from, to) => {
        to.slots.set(from.slots);
        to.tails.set(from.tails);
        to.tailSquares.set(from.tailSquares);
      },
      empty: undefinedPoint,
      feed,
    },
    resume,
  );
}
