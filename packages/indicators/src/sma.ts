/**
 * SMA: the simple moving average of closes.
 *
 * The window is summed in two parts that only grow: the head, which every bar extends, and the tail of the previous
 * block of `period` bars, whose partial sums are computed once per block. An average therefore costs O(1), does not
 * drift, and keeps no residue of a price that left the window (a running sum keeps its rounding error). Closes are
 * summed as differences from one close of the window: when all are equal, the average is exactly that close.
 *
 * @source The blocks: M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal
 * kernels, Pattern Recognition Letters 13, 1992; here with sums instead of extremes.
 */

import {
  type Bar,
  type Candles,
  columnStream,
  givenColumn,
  integerAtLeast,
  type KernelSnapshot,
  type Mutable,
  stateFrom,
  type Stream,
} from '@barograph/core';

/** Settings of the average. */
export interface SmaConfig {
  /** Closes in the window, an integer ≥ 1. */
  readonly period: number;
}

/** 20 closes. */
export const SMA_DEFAULTS: SmaConfig = Object.freeze({ period: 20 });

/** One value of the average. */
export interface SmaPoint {
  /** Average in price units, NaN until defined. */
  readonly sma: number;
}

/** JSON-safe state of {@link createSma}. */
export type SmaSnapshot = KernelSnapshot<SmaConfig>;

// Slots of the state: number of closes in the current block, whether a block has been full, the sums so far, and the
// closes of the block. Positions not yet overwritten contain the previous block's closes, from which the tails follow.
const HELD = 0;
const FULL = 1;
const REFERENCE = 2;
const HEAD = 3;
const BLOCK = 4;

interface SmaState {
  readonly slots: Float64Array;
  /** View of the closes in the slots. */
  readonly block: Float64Array;
  readonly tails: Float64Array;
}

function stateOf(slots: Float64Array): SmaState {
  const block = slots.subarray(BLOCK);
  const tails = new Float64Array(block.length);
  if (slots[FULL] === 1) sumTails(block, 0, slots[REFERENCE]!, tails);
  return { slots, block, tails };
}

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default SMA_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * smaLookback(); // → 19
 */
export function smaLookback(config: SmaConfig = SMA_DEFAULTS): number {
  return check(config).period - 1;
}

function check(config: SmaConfig): SmaConfig {
  integerAtLeast('period', config.period, 1);
  return config;
}

/**
 * Kernel over rows `from…to` of the columns, resumed from `state`. The block of row `from` starts in the same columns:
 * a batch passes the whole series, a stream its own copy of the block.
 */
function advance(
  state: SmaState,
  period: number,
  close: Float64Array,
  from: number,
  to: number,
  sma: Float64Array,
): void {
  const { slots, tails } = state;
  const begins = slots[HELD] === 0 && slots[FULL] === 0;
  let reference = begins ? close[from]! : slots[REFERENCE]!;
  let share = slots[FULL] === 0 ? NaN : 1 / period;
  let tail = (slots[HELD]! | 0) + 1; // an integer, or V8 would count rows in doubles
  let head = slots[HEAD]!;
  for (let i = from; i < to;) {
    if (tail === period) {
      reference = close[i]!;
      head = 0;
      sumTails(close, i - period + 1, reference, tails);
      tail = 0;
      share = 1 / period;
    }
    const stop = Math.min(to, i + period - tail);
    for (; i + 1 < stop; i += 2, tail += 2) {
      const first = head + (close[i]! - reference);
      head = first + (close[i + 1]! - reference);
      sma[i] = reference + (first + tails[tail]!) * share;
      sma[i + 1] = reference + (head + tails[tail + 1]!) * share;
    }
    if (i < stop) {
      head += close[i]! - reference;
      sma[i] = reference + (head + tails[tail]!) * share;
      i++;
      tail++;
    }
  }
  slots[HELD] = tail - 1;
  slots[FULL] = Number(!Number.isNaN(share));
  slots[REFERENCE] = reference;
  slots[HEAD] = head;
}

/**
 * Fills `tails[k]` with the sum of the block from close k to its end, minus the reference for each. Adds two closes per
 * turn: additions wait for each other, so a turn costs as much as with a single close.
 */
function sumTails(close: Float64Array, begin: number, reference: number, tails: Float64Array): void {
  let sum = 0;
  let k = tails.length - 1;
  for (; k > 0; k -= 2) {
    const later = close[begin + k]! - reference;
    const both = later + (close[begin + k - 1]! - reference);
    tails[k] = sum + later;
    sum += both;
    tails[k - 1] = sum;
  }
  if (k === 0) tails[0] = sum + (close[begin]! - reference);
}

/**
 * Computes the SMA of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default SMA_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns n values in price units; NaN for the first `period − 1` rows.
 * @throws {UsageError} when `period` is not an integer ≥ 1, or the column has another length.
 * @example
 * sma(bars, { period: 3 })[2].toFixed(3); // → '101.995'
 */
export function sma(bars: Candles, config: SmaConfig = SMA_DEFAULTS, into?: Float64Array): Float64Array {
  const { period } = check(config);
  const column = givenColumn('into', bars.length, into);
  const state = stateOf(new Float64Array(BLOCK + period));
  advance(state, period, bars.close, 0, bars.length, column);
  return column;
}

/**
 * Creates the stream of the SMA, equal to {@link sma} to the bit.
 *
 * @param config parameters. @default SMA_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createSma({ period: 1 }).next(barAt(bars, 0)).sma.toFixed(3); // → '101.000'
 */
export function createSma(config: SmaConfig = SMA_DEFAULTS, resume?: SmaSnapshot): Stream<Bar, SmaPoint, SmaSnapshot> {
  const { period } = check(config);
  const state = stateOf(stateFrom(config, BLOCK + period, resume));
  const forming = stateOf(new Float64Array(BLOCK + period));
  const sma = new Float64Array(period);

  const feed = (to: SmaState, bar: Bar, point: Mutable<SmaPoint>): void => {
    const at = to.slots[HELD]!;
    to.block[at] = bar.close;
    advance(to, period, to.block, at, at + 1, sma);
    point.sma = sma[at]!;
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
      },
      empty: () => ({ sma: NaN }),
      feed,
    },
    resume,
  );
}
