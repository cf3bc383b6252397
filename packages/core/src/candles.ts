/**
 * Candles as a structure of arrays: one typed column per field, all of one length, oldest first. Engines only read
 * them; `sliceCandles` shares memory.
 */

import { integerAtLeast } from './check.ts';
import { describeProblem, shown, UsageError, type DataProblem } from './errors.ts';
import { err, ok, type Result } from './result.ts';
import { LATEST_TIME, UNTIL_LATEST } from './time-unit.ts';

/** One bar. `time` is its open in epoch ms; prices are in quote units, `volume` in base units. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Bars in columns. `time` is strictly ascending and ends before the year 10000. */
export interface Candles {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Column names in the order that every file, table and message uses. */
export const CANDLE_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Column name of candles. */
export type CandleColumn = (typeof CANDLE_COLUMNS)[number];

/** Columns of candles, all of one length: time in epoch ms, prices and volume. */
export type CandleColumns = Readonly<Record<CandleColumn, Float64Array>>;

const PRICES = ['open', 'high', 'low', 'close'] as const;

function rowProblem(columns: CandleColumns, i: number): DataProblem | undefined {
  const row = i + 1;
  const time = columns.time[i]!;
  if (!Number.isSafeInteger(time)) {
    return { code: 'bad_value', row, column: 'time', expected: 'an integer of epoch ms', got: shown(time) };
  }
  if (Math.abs(time) > LATEST_TIME) return farTime(time, row);
  for (const column of PRICES) {
    const price = columns[column][i]!;
    if (!(price > 0 && price < Infinity)) {
      return { code: 'bad_bar', row, column, expected: 'a finite price > 0', got: shown(price) };
    }
  }
  const volume = columns.volume[i]!;
  if (!(volume >= 0 && volume < Infinity)) {
    return { code: 'bad_bar', row, column: 'volume', expected: 'a finite volume ≥ 0', got: shown(volume) };
  }
  const top = Math.max(columns.open[i]!, columns.close[i]!);
  const bottom = Math.min(columns.open[i]!, columns.close[i]!);
  const high = columns.high[i]!;
  const low = columns.low[i]!;
  if (high < low) return { code: 'bad_bar', row, column: 'high', expected: `high ≥ low ${low}`, got: shown(high) };
  if (high < top) {
    return { code: 'bad_bar', row, column: 'high', expected: `high ≥ open and close ${top}`, got: shown(high) };
  }
  if (low > bottom) {
    return { code: 'bad_bar', row, column: 'low', expected: `low ≤ open and close ${bottom}`, got: shown(low) };
  }
  if (i > 0) {
    const previous = columns.time[i - 1]!;
    if (time === previous) {
      return { code: 'bad_order', row, column: 'time', expected: 'a time used once', got: `${time} twice` };
    }
    if (time < previous) {
      return { code: 'bad_order', row, column: 'time', expected: `a time after ${previous}`, got: shown(time) };
    }
  }
  return undefined;
}

/** Describes a time that is probably in another unit. */
export function farTime(time: number, row: number): DataProblem {
  return { code: 'bad_value', row, column: 'time', expected: `epoch ms ${UNTIL_LATEST}`, got: shown(time) };
}

/**
 * Whether a time is whole ms within the bound. `Number.isSafeInteger` would box the number, which allocates in each
 * row.
 */
const isWholeMs = (time: number): boolean => Math.trunc(time) === time && Math.abs(time) <= LATEST_TIME;

/** Number of rows before the first invalid one: the conditions of {@link rowProblem} in one pass. */
function soundRows({ time, open, high, low, close, volume }: CandleColumns): number {
  let previous = -Infinity;
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!;
    const first = open[i]!;
    const top = high[i]!;
    const bottom = low[i]!;
    const last = close[i]!;
    const traded = volume[i]!;
    const isBar =
      isWholeMs(at) &&
      at > previous &&
      bottom > 0 &&
      bottom <= first &&
      bottom <= last &&
      top >= first &&
      top >= last &&
      top < Infinity &&
      traded >= 0 &&
      traded < Infinity;
    if (!isBar) return i;
    previous = at;
  }
  return time.length;
}

/**
 * Validates columns and returns candles that share them, or the first problem. Copies nothing.
 *
 * @param columns six columns of one length, oldest first.
 * @returns the candles, or a problem with row (counted from 1), column, expected and actual value.
 * @throws {UsageError} when the columns differ in length: a bug of the caller, not of the data.
 * @example
 * checkCandles({ ...bars }).ok; // → true
 */
export function checkCandles(columns: CandleColumns): Result<Candles, DataProblem> {
  const length = columns.time.length;
  for (const column of CANDLE_COLUMNS) {
    if (columns[column].length !== length) {
      throw new UsageError(`"${column}" expected ${length} values like "time", got ${columns[column].length}`);
    }
  }
  for (let i = soundRows(columns); i < length; i++) {
    const problem = rowProblem(columns, i);
    if (problem !== undefined) return err(problem);
  }
  return ok(unsafeCandles(columns));
}

/**
 * Creates candles that share the given columns. Copies nothing.
 *
 * @throws {UsageError} when columns differ in length or a row is not a valid bar; the message names row and column.
 * @example
 * candles({ ...bars }).length; // → 260
 */
export function candles(columns: CandleColumns): Candles {
  const result = checkCandles(columns);
  if (!result.ok) throw new UsageError(describeProblem(result.error));
  return result.value;
}

/**
 * Creates candles from columns that are known to be valid, such as the output of resampling. Checks nothing.
 *
 * @example
 * unsafeCandles(bars).length; // → 260
 */
export function unsafeCandles(columns: CandleColumns): Candles {
  const { time, open, high, low, close, volume } = columns;
  return Object.freeze({ length: time.length, time, open, high, low, close, volume });
}

/**
 * Allocates zeroed columns for `length` bars, to fill and pass to {@link candles}.
 * @returns six columns of `length` zeros, by name.
 * @throws {UsageError} when `length` is not an integer ≥ 0.
 *
 * @example
 * candleColumns(2).close.length; // → 2
 */
export function candleColumns(length: number): Record<CandleColumn, Float64Array> {
  integerAtLeast('length', length, 0);
  const column = (): Float64Array => new Float64Array(length);
  return { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/**
 * Bars `from` (inclusive) to `to` (exclusive) as views of the same memory.
 *
 * @param to index after the last bar. @default bars.length
 * @example
 * sliceCandles(bars, 10, 12).length; // → 2
 */
export function sliceCandles(bars: Candles, from: number, to: number = bars.length): Candles {
  return unsafeCandles({
    time: bars.time.subarray(from, to),
    open: bars.open.subarray(from, to),
    high: bars.high.subarray(from, to),
    low: bars.low.subarray(from, to),
    close: bars.close.subarray(from, to),
    volume: bars.volume.subarray(from, to),
  });
}

/**
 * Bar `i` as a record.
 *
 * @throws {UsageError} when `i` is out of range.
 * @example
 * barAt(bars, 0).volume; // → 10
 */
export function barAt(bars: Candles, i: number): Bar {
  if (!Number.isInteger(i) || i < 0 || i >= bars.length) {
    throw new UsageError(`"i" expected an index within 0…${bars.length - 1}, got ${shown(i)}`);
  }
  return {
    time: bars.time[i]!,
    open: bars.open[i]!,
    high: bars.high[i]!,
    low: bars.low[i]!,
    close: bars.close[i]!,
    volume: bars.volume[i]!,
  };
}

/**
 * Checks a single bar, as streams receive it. The valid path allocates nothing.
 *
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkBar(barAt(bars, 0)) === undefined; // → true
 */
export function checkBar(bar: Bar): void {
  const { time, high, low, open, close, volume } = bar;
  const pricesHold = low > 0 && low <= open && low <= close && open <= high && close <= high && high < Infinity;
  if (pricesHold && volume >= 0 && volume < Infinity && isWholeMs(time)) return;
  const columns = candleColumns(1);
  for (const column of CANDLE_COLUMNS) columns[column][0] = bar[column];
  const result = checkCandles(columns);
  if (!result.ok) {
    const { column, expected, got } = result.error;
    throw new UsageError(`"${column}" expected ${expected}, got ${got}`);
  }
}

/**
 * Index of the first row at or after `time`; `bars.length` without such a row. O(log n).
 *
 * @example
 * firstAtOrAfter(bars, 3 * DAY_MS); // → 3
 */
export function firstAtOrAfter(
  bars: { readonly time: ArrayLike<number>; readonly length: number },
  time: number,
): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars.time[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
