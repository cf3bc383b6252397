/**
 * ADX and the two directional indicators: strength and direction of a trend.
 *
 * For bar i: `up = h − h₋₁`, `down = l₋₁ − l`; the larger positive one is the directional movement, the other is 0, and
 * both are 0 on a tie. Movements and true ranges are Wilder sums, `S ← S − S/n + x`, seeded by a plain sum. `±DI =
 * 100·S(±DM)/S(TR)`, `DX = 100·|S₊ − S₋|/(S₊ + S₋)`, and ADX is Wilder's average of DX seeded by the mean of the first
 * n. DI is defined at index n, ADX at index 2n − 1.
 *
 * The references disagree on two points, which are config: `seed` (start of the sums) and `onFlat` (DX when nothing
 * moves). Deviation from all of them: a tie is scale-aware, |up − down| ≤ 8ε·(sum of the four prices), because prices
 * such as 0.3 − 0.2 and 0.2 − 0.1 differ in the last bit. There is no absolute epsilon, so a coin at 1e-8 is scored
 * like one at 1e5.
 *
 * @source J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978, "Directional Movement".
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
  OF_SLOTS,
  oneOf,
  stateFrom,
  type Stream,
} from '@barograph/core';
import { OF_COLUMNS } from './of-columns.ts';
import { trueRange } from './true-range.ts';
import { seedDecay } from './wilder.ts';

/** Settings of the ADX. */
export interface AdxConfig {
  /** Movements in Wilder's window, an integer ≥ 2. */
  readonly period: number;
  /**
   * Start of the sums. `wilder`: the sum of the first n. `talib`: the sum of the first n − 1, then smoothed (TA-Lib, R
   * TTR).
   */
  readonly seed: 'wilder' | 'talib';
  /** DX when neither direction moved in the window. `zero`: 0, so ADX decays. `hold`: ADX keeps its value (TA-Lib). */
  readonly onFlat: 'zero' | 'hold';
}

/** Wilder's 14 bars and seed, and a DX of 0 when nothing moves. */
export const ADX_DEFAULTS: AdxConfig = Object.freeze({ period: 14, seed: 'wilder', onFlat: 'zero' });

/** One value of the ADX; percent 0…100, NaN until defined. */
export interface AdxPoint {
  readonly adx: number;
  readonly plusDi: number;
  readonly minusDi: number;
}

/** ADX of a series, one row per bar; percent, NaN until defined. */
export interface AdxColumns {
  readonly adx: Float64Array;
  readonly plusDi: Float64Array;
  readonly minusDi: Float64Array;
}

/** JSON-safe state of {@link createAdx}. */
export type AdxSnapshot = KernelSnapshot<AdxConfig>;

// Slots of the state. AVERAGE holds the sum of DX during the warm-up, ADX afterwards.
const BARS = 0;
const PREVIOUS_HIGH = 1;
const PREVIOUS_LOW = 2;
const PREVIOUS_CLOSE = 3;
const PLUS_MOVEMENT = 4;
const MINUS_MOVEMENT = 5;
const RANGE = 6;
const AVERAGE = 7;
const SLOTS = 8;

/**
 * Number of bars before the first defined ADX.
 *
 * @param config parameters. @default ADX_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * adxLookback(); // → 27
 */
export function adxLookback(config: AdxConfig = ADX_DEFAULTS): number {
  return 2 * check(config).period - 1;
}

/**
 * Number of bars until the seed weighs less than 1 % of ADX.
 *
 * @param config parameters. @default ADX_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * adxSettledAfter(); // → 90
 */
export function adxSettledAfter(config: AdxConfig = ADX_DEFAULTS): number {
  return adxLookback(config) + seedDecay(config.period);
}

function check(config: AdxConfig): AdxConfig {
  integerAtLeast('period', config.period, 2);
  oneOf('seed', config.seed, ['wilder', 'talib']);
  oneOf('onFlat', config.onFlat, ['zero', 'hold']);
  return config;
}

/** Fewest rows for which the WebAssembly kernel saves more time than copying the columns costs. */
const LEAST_ROWS = 32;

/** 8ε: when both movements are equal, rounding of the four prices cannot make them differ by more, relative to the prices. */
const TIE = 2 ** -49;

/**
 * Kernel over every row of the columns, resumed from `state`. A stream passes columns of one bar.
 *
 * The result needs no clamp to 0…100. Each movement is at most its true range, rounding is monotone, and `x − x/n` is
 * monotone in doubles for n ≥ 2, so S(±DM) ≤ S(TR) holds after every rounding; dividing before multiplying by 100
 * preserves it. Conditions are multiplied in as `Number(condition)`: V8 mispredicts the branch.
 */
function advance(
  state: Float64Array,
  config: AdxConfig,
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  adx: Float64Array,
  plusDi: Float64Array,
  minusDi: Float64Array,
): void {
  const warm = Math.min(adx.length, Math.max(0, 2 * config.period - state[BARS]!));
  if (warm > 0) warmUp(state, config, warm, high, low, close, adx, plusDi, minusDi);
  if (warm < adx.length) goOn(state, config, warm, high, low, close, adx, plusDi, minusDi);
}

/** Processes rows up to the first defined ADX: rows `0…until` of the columns. */
function warmUp(
  state: Float64Array,
  config: AdxConfig,
  until: number,
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  adx: Float64Array,
  plusDi: Float64Array,
  minusDi: Float64Array,
): void {
  const { period } = config;
  const sumUntil = config.seed === 'wilder' ? period : period - 1;
  const settled = 2 * period - 1;
  let seen = state[BARS]!;
  let previousHigh = state[PREVIOUS_HIGH]!;
  let previousLow = state[PREVIOUS_LOW]!;
  let previousClose = state[PREVIOUS_CLOSE]!;
  let plusMovement = state[PLUS_MOVEMENT]!;
  let minusMovement = state[MINUS_MOVEMENT]!;
  let range = state[RANGE]!;
  let average = state[AVERAGE]!;

  for (let i = 0; i < until; i++) {
    const h = high[i]!;
    const l = low[i]!;
    const up = h - previousHigh;
    const down = previousLow - l;
    const tie = TIE * (h + previousHigh + l + previousLow);
    const moved = trueRange(h, l, previousClose);
    previousHigh = h;
    previousLow = l;
    previousClose = close[i]!;

    const k = seen++;
    let adxNow = NaN;
    let plusNow = NaN;
    let minusNow = NaN;
    if (k > 0) {
      if (k > sumUntil) {
        plusMovement -= plusMovement / period;
        minusMovement -= minusMovement / period;
        range -= range / period;
      }
      plusMovement += 0.5 * (up + Math.abs(up)) * Number(up - down > tie); // max(up, 0) if up wins
      minusMovement += 0.5 * (down + Math.abs(down)) * Number(down - up > tie);
      range += moved;
      if (k >= period) {
        const both = plusMovement + minusMovement;
        average += both > 0 ? 100 * (Math.abs(plusMovement - minusMovement) / both) : 0;
        plusNow = range > 0 ? 100 * (plusMovement / range) : 0;
        minusNow = range > 0 ? 100 * (minusMovement / range) : 0;
        if (k === settled) {
          average /= period;
          adxNow = average;
        }
      }
    }
    adx[i] = adxNow;
    plusDi[i] = plusNow;
    minusDi[i] = minusNow;
  }

  state[BARS] = seen;
  state[PREVIOUS_HIGH] = previousHigh;
  state[PREVIOUS_LOW] = previousLow;
  state[PREVIOUS_CLOSE] = previousClose;
  state[PLUS_MOVEMENT] = plusMovement;
  state[MINUS_MOVEMENT] = minusMovement;
  state[RANGE] = range;
  state[AVERAGE] = average;
}

/** Processes rows after the first defined ADX, with the same operations and no checks for the warm-up. */
function goOn(
  state: Float64Array,
  config: AdxConfig,
  from: number,
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  adx: Float64Array,
  plusDi: Float64Array,
  minusDi: Float64Array,
): void {
  const { period } = config;
  const less = period - 1;
  const hold = config.onFlat === 'hold';
  let previousHigh = state[PREVIOUS_HIGH]!;
  let previousLow = state[PREVIOUS_LOW]!;
  let previousClose = state[PREVIOUS_CLOSE]!;
  let plusMovement = state[PLUS_MOVEMENT]!;
  let minusMovement = state[MINUS_MOVEMENT]!;
  let range = state[RANGE]!;
  let average = state[AVERAGE]!;

  for (let i = from; i < adx.length; i++) {
    const h = high[i]!;
    const l = low[i]!;
    const up = h - previousHigh;
    const down = previousLow - l;
    const tie = TIE * (h + previousHigh + l + previousLow);
    const moved = trueRange(h, l, previousClose);
    previousHigh = h;
    previousLow = l;
    previousClose = close[i]!;

    plusMovement = plusMovement - plusMovement / period + 0.5 * (up + Math.abs(up)) * Number(up - down > tie);
    minusMovement = minusMovement - minusMovement / period + 0.5 * (down + Math.abs(down)) * Number(down - up > tie);
    range = range - range / period + moved;
    const both = plusMovement + minusMovement;
    const dx = both > 0 ? 100 * (Math.abs(plusMovement - minusMovement) / both) : hold ? average : 0;
    average = (average * less + dx) / period;
    adx[i] = average;
    plusDi[i] = range > 0 ? 100 * (plusMovement / range) : 0;
    minusDi[i] = range > 0 ? 100 * (minusMovement / range) : 0;
  }

  state[BARS] = state[BARS]! + adx.length - from;
  state[PREVIOUS_HIGH] = previousHigh;
  state[PREVIOUS_LOW] = previousLow;
  state[PREVIOUS_CLOSE] = previousClose;
  state[PLUS_MOVEMENT] = plusMovement;
  state[MINUS_MOVEMENT] = minusMovement;
  state[RANGE] = range;
  state[AVERAGE] = average;
}

/**
 * Computes ADX, +DI and −DI of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ADX_DEFAULTS
 * @param into columns to fill, one row per bar, not columns of the bars. @default new ones
 * @returns n rows. DI is NaN for the first `period` rows, ADX for the first `2·period − 1`.
 * @throws {UsageError} when the config is invalid or a column has another length.
 * @example
 * adx(bars).adx[259].toFixed(2); // → '80.59'
 */
export function adx(bars: Candles, config: AdxConfig = ADX_DEFAULTS, into?: AdxColumns): AdxColumns {
  check(config);
  const { high, low, close, length } = bars;
  const out = {
    ...OF_COLUMNS,
    adx: givenColumn('into.adx', length, into?.adx),
    plusDi: givenColumn('into.plusDi', length, into?.plusDi),
    minusDi: givenColumn('into.minusDi', length, into?.minusDi),
  };
  advanceRows(adxState(), config, { high, low, close }, out);
  return out;
}

/** Creates the state before any row, for {@link advanceRows}. */
export const adxState = (): Float64Array => new Float64Array(SLOTS);

/** Prices by row; the three columns have the same length. */
export type AdxPrices = Pick<Candles, 'high' | 'low' | 'close'>;

/** Processes every row of the columns, resumed from `state`; uses a vector kernel when it pays. */
export function advanceRows(state: Float64Array, config: AdxConfig, bars: AdxPrices, out: AdxColumns): void {
  const { high, low, close } = bars;
  const { length } = high;
  // The vector kernel needs the row before its first one, and an even number of rows to be resumable.
  const least = Math.min(length, Math.max(1, 2 * config.period - state[BARS]!));
  const first = least + ((length - least) % 2);
  const kernels = length - first < LEAST_ROWS ? undefined : kernelsInUse();
  if (kernels === undefined) {
    advance(state, config, high, low, close, out.adx, out.plusDi, out.minusDi);
    return;
  }
  advance(
    state,
    config,
    high,
    low,
    close,
    out.adx.subarray(0, first),
    out.plusDi.subarray(0, first),
    out.minusDi.subarray(0, first),
  );
  const sums = {
    plus: state[PLUS_MOVEMENT]!,
    minus: state[MINUS_MOVEMENT]!,
    range: state[RANGE]!,
    average: state[AVERAGE]!,
  };
  if (!kernels.fillAdx(bars, first, config.period, config.onFlat === 'hold', sums, out)) {
    goOn(state, config, first, high, low, close, out.adx, out.plusDi, out.minusDi);
    return;
  }
  state[BARS] = state[BARS]! + length - first;
  state[PREVIOUS_HIGH] = high[length - 1]!;
  state[PREVIOUS_LOW] = low[length - 1]!;
  state[PREVIOUS_CLOSE] = close[length - 1]!;
  state[PLUS_MOVEMENT] = sums.plus;
  state[MINUS_MOVEMENT] = sums.minus;
  state[RANGE] = sums.range;
  state[AVERAGE] = sums.average;
}

/**
 * Creates the stream of the ADX, equal to {@link adx} to the bit.
 *
 * @param config parameters. @default ADX_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createAdx().next(barAt(bars, 0)).adx; // → NaN
 */
export function createAdx(config: AdxConfig = ADX_DEFAULTS, resume?: AdxSnapshot): Stream<Bar, AdxPoint, AdxSnapshot> {
  check(config);
  const state = stateFrom(config, SLOTS, resume);
  const forming = new Float64Array(SLOTS);
  const high = new Float64Array(1);
  const low = new Float64Array(1);
  const close = new Float64Array(1);
  const adx = new Float64Array(1);
  const plusDi = new Float64Array(1);
  const minusDi = new Float64Array(1);

  const feed = (to: Float64Array, bar: Bar, point: Mutable<AdxPoint>): void => {
    high[0] = bar.high;
    low[0] = bar.low;
    close[0] = bar.close;
    advance(to, config, high, low, close, adx, plusDi, minusDi);
    point.adx = adx[0]!;
    point.plusDi = plusDi[0]!;
    point.minusDi = minusDi[0]!;
  };
  return columnStream(
    { ...OF_SLOTS, config, state, forming, empty: () => ({ adx: NaN, plusDi: NaN, minusDi: NaN }), feed },
    resume,
  );
}
