/** Reads times of tables, epoch numbers of some unit or dates, as epoch ms. */

import { parseDate, type DateOrder } from './date-text.ts';
import { timeUnitOf, toEpochMs, type TimeUnit } from './time-unit.ts';

/** Dates written as numbers: 20240131, 202401311200 or 20240131120000. Read as epoch times, no market existed then. */
const DIGITS = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])(?:[0-5]\d){1,2})?$/;
const LEAST_DIGITS = 19_000_101;
const MOST_DIGITS = 21_001_231_235_959;

/**
 * Returns whether a number is a date in digits.
 *
 * @example
 * isDateNumber(20240131); // → true
 */
export function isDateNumber(value: number): boolean {
  return value >= LEAST_DIGITS && value <= MOST_DIGITS && Number.isInteger(value) && DIGITS.test(String(value));
}

/**
 * Reads the times of one table. The first readable time decides the form (unit of numbers, or text) and the others must
 * match: a table that changes its unit midway is broken, and is not guessed at.
 *
 * @example
 * const times = new TimeReader();
 * [times.ofNumber(1_700_000_000), times.ofNumber(1_700_003_600)]; // → [ 1700000000000, 1700003600000 ]
 */
export class TimeReader {
  #unit: TimeUnit | 'text' | 'digits' | undefined;
  readonly #order: DateOrder | undefined;

  /**
   * @param unit unit that the table states, as a Parquet schema may.
   * @param order order of day and month in numeric dates, from `dateOrder`.
   */
  constructor(unit?: TimeUnit, order?: DateOrder) {
    this.#unit = unit;
    this.#order = order;
  }

  /** Whether times are text; undefined before the first. */
  get isText(): boolean | undefined {
    return this.#unit === undefined ? undefined : this.#unit === 'text';
  }

  /** Whether times were recognised as epoch seconds by their magnitude. */
  get isSeconds(): boolean {
    return this.#unit === 's';
  }

  /** Expected form of times in this table, for messages. */
  get expected(): string {
    if (this.#unit === undefined) return 'a time (epoch number or ISO-8601)';
    if (this.#unit === 'digits') return 'a date in digits like the first';
    return this.#unit === 'text' ? 'a date like the first' : 'an epoch number like the first';
  }

  /** Epoch ms of a number; NaN when it is not finite, and in a table of texts. */
  ofNumber(value: number): number {
    if (!Number.isFinite(value)) return NaN;
    this.#unit ??= isDateNumber(value) ? 'digits' : timeUnitOf(value);
    if (this.#unit === 'text') return NaN;
    if (this.#unit === 'digits') return isDateNumber(value) ? parseDate(String(value)) : NaN;
    return toEpochMs(value, this.#unit);
  }

  /**
   * Epoch ms of a column, as {@link TimeReader.ofNumber} for each row. Returns the same column when it is in ms
   * already; values that are not finite stay.
   */
  ofNumbers(values: Float64Array): Float64Array {
    if (values.length > 0) this.ofNumber(values[0]!);
    return this.#unit === 'ms' ? values : values.map((value) => this.ofNumber(value));
  }

  /** Epoch ms of a text; NaN when it is not a date, and in a table of numbers. */
  ofText(text: string): number {
    const time = parseDate(text, this.#order);
    if (Number.isNaN(time)) return NaN;
    this.#unit ??= 'text';
    return this.#unit === 'text' ? time : NaN;
  }
}
