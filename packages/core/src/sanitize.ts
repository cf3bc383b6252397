/** Turns raw bars into bars that engines can trust, and reports every change. */

import { CANDLE_COLUMNS, candleColumns, candles, farTime, type CandleColumns, type Candles } from './candles.ts';
import { shown, UsageError, type DataProblem } from './errors.ts';
import { givenColumn } from './given-column.ts';
import { LATEST_TIME } from './time-unit.ts';

/** Rules of sanitising. A changed rule is a new version. */
export interface BarsConfig {
  readonly version: 'bars/1';
  /** For level features: lowest low that counts, as a share of the body's lower end. */
  readonly lowestWick: number;
  /** For level features: highest high that counts, as a share of the body's upper end. */
  readonly highestWick: number;
}

/** Limits of a plausible wick, version 1. */
export const BARS_V1: BarsConfig = Object.freeze({ version: 'bars/1', lowestWick: 0.75, highestWick: 1.35 });

/** Counts of what sanitising changed. */
export interface BarsQuality {
  readonly configVersion: BarsConfig['version'];
  /** Dropped rows with their number in the input (from 1) and the reason; ascending by row. */
  readonly rejected: readonly DataProblem[];
  /** Rows dropped because a later row has the same time. */
  readonly duplicates: number;
  /** Whether the rows had to be sorted. */
  readonly reordered: boolean;
  /** Rows whose high or low did not contain open and close, and was stretched. */
  readonly repaired: number;
}

/** Sanitised bars, and the changes. */
export interface Sanitized {
  readonly bars: Candles;
  readonly quality: BarsQuality;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

function timeProblem(time: number, row: number): DataProblem | undefined {
  if (Math.abs(time) > LATEST_TIME) return farTime(time, row);
  if (Number.isSafeInteger(time)) return undefined;
  return { code: 'bad_value', row, column: 'time', expected: 'an integer of epoch ms', got: shown(time) };
}

function valueProblem(columns: CandleColumns, i: number): DataProblem | undefined {
  for (const column of PRICES) {
    const price = columns[column][i]!;
    if (!(price > 0 && price < Infinity)) {
      return { code: 'bad_bar', row: i + 1, column, expected: 'a finite price > 0', got: shown(price) };
    }
  }
  const volume = columns.volume[i]!;
  if (volume >= 0 && volume < Infinity) return undefined;
  return { code: 'bad_bar', row: i + 1, column: 'volume', expected: 'a finite volume ≥ 0', got: shown(volume) };
}

/**
 * Sorts bars by time, keeps the last row of each time, drops rows without a valid bar, and stretches high and low to
 * contain open and close. In this order: an invalid last row does not restore the row it replaced.
 *
 * @param columns six columns of one length, in any order; read only.
 * @param config parameters. @default BARS_V1
 * @returns candles that pass `checkCandles`, and the changes. Idempotent.
 * @throws {UsageError} when the columns differ in length.
 * @example
 * sanitizeBars(bars).quality.rejected.length; // → 0
 */
export function sanitizeBars(columns: CandleColumns, config: BarsConfig = BARS_V1): Sanitized {
  const length = columns.time.length;
  for (const column of CANDLE_COLUMNS) {
    if (columns[column].length !== length) {
      throw new UsageError(`"${column}" expected ${length} values like "time", got ${columns[column].length}`);
    }
  }
  const rejected: DataProblem[] = [];
  const rows: number[] = [];
  for (let i = 0; i < length; i++) {
    const problem = timeProblem(columns.time[i]!, i + 1);
    if (problem === undefined) rows.push(i);
    else rejected.push(problem);
  }
  const reordered = rows.some((row, k) => k > 0 && columns.time[row]! < columns.time[rows[k - 1]!]!);
  // The sort is stable, so the last of several rows with one time stays last.
  if (reordered) rows.sort((a, b) => columns.time[a]! - columns.time[b]!);
  const unique = rows.filter((row, k) => k + 1 === rows.length || columns.time[rows[k + 1]!]! !== columns.time[row]!);
  const good: number[] = [];
  for (const row of unique) {
    const problem = valueProblem(columns, row);
    if (problem === undefined) good.push(row);
    else rejected.push(problem);
  }

  const out = candleColumns(good.length);
  let repaired = 0;
  good.forEach((row, k) => {
    for (const column of CANDLE_COLUMNS) out[column][k] = columns[column][row]!;
    const high = Math.max(columns.high[row]!, columns.open[row]!, columns.close[row]!);
    const low = Math.min(columns.low[row]!, columns.open[row]!, columns.close[row]!);
    if (high !== columns.high[row] || low !== columns.low[row]) repaired++;
    out.high[k] = high;
    out.low[k] = low;
  });
  return {
    bars: candles(out),
    quality: {
      configVersion: config.version,
      rejected: rejected.sort((a, b) => a.row! - b.row!),
      duplicates: rows.length - unique.length,
      reordered,
      repaired,
    },
  };
}

/**
 * Cuts wicks to the range that levels may use: a single bad print must not be the low of a year. For level features
 * only (all-time high, 365-day low, drawdown); ranges and volatility need the real wicks.
 *
 * @param config parameters. @default BARS_V1
 * @param into high and low columns to fill, of the same length, not those of `bars`. @default new ones
 * @throws {UsageError} when the columns differ in length.
 * @example
 * clipWicks(bars).length; // → 260
 */
export function clipWicks(
  bars: Candles,
  config: BarsConfig = BARS_V1,
  into?: Pick<CandleColumns, 'high' | 'low'>,
): Candles {
  const high = givenColumn('into.high', bars.length, into?.high);
  const low = givenColumn('into.low', bars.length, into?.low);
  for (let i = 0; i < bars.length; i++) {
    const [open, close] = [bars.open[i]!, bars.close[i]!];
    high[i] = Math.min(bars.high[i]!, config.highestWick * Math.max(open, close));
    low[i] = Math.max(bars.low[i]!, config.lowestWick * Math.min(open, close));
  }
  return candles({ ...bars, high, low });
}
