/** Times as files write them, numbers of some unit since 1970 or ISO-8601 text, made epoch ms. */

import { parseIsoTime } from './iso-time.ts';

/** Units of a numeric time, distinguished by magnitude. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/**
 * The unit of a numeric time: below 1e11 seconds (until the year 5138), below 1e14 ms (from 1973-03-03 on),
 * below 1e17 µs, else ns.
 */
export function timeUnitOf(value: number): TimeUnit {
  const size = Math.abs(value);
  if (size < 1e11) return 's';
  if (size < 1e14) return 'ms';
  return size < 1e17 ? 'us' : 'ns';
}

/**
 * Nanoseconds of today need 61 bits: as a double they are off by up to 128 ns, which must not cost a millisecond. A
 * microsecond is not such an error.
 */
const SNAP_MS = 5e-4;

/** A numeric time in epoch ms. A fraction of a millisecond stays a fraction: the check of the bars refuses it. */
export function toEpochMs(value: number, unit: TimeUnit): number {
  if (unit === 'ms') return value;
  const time = unit === 's' ? value * 1e3 : value / (unit === 'us' ? 1e3 : 1e6);
  const whole = Math.round(time);
  return Math.abs(time - whole) < SNAP_MS ? whole : time;
}

/**
 * Reads the times of one file. The first readable one decides what they are (numbers of which unit, or text) and the
 * others must be alike: a file that changes its unit half way is broken, not to be guessed at.
 */
export class TimeReader {
  #unit: TimeUnit | 'iso' | undefined;

  /** @param unit when the file says it itself, as a Parquet schema may. */
  constructor(unit?: TimeUnit) {
    this.#unit = unit;
  }

  /** Whether times are text; undefined before the first. */
  get isText(): boolean | undefined {
    return this.#unit === undefined ? undefined : this.#unit === 'iso';
  }

  /** Expected notation of times in this file, for messages. */
  get expected(): string {
    if (this.#unit === undefined) return 'a time (epoch number or ISO-8601)';
    return this.#unit === 'iso' ? 'an ISO-8601 time like the first' : 'an epoch number like the first';
  }

  /** Epoch ms; NaN for a value that is not finite and for a number in a file of texts. */
  ofNumber(value: number): number {
    if (!Number.isFinite(value)) return NaN;
    this.#unit ??= timeUnitOf(value);
    return this.#unit === 'iso' ? NaN : toEpochMs(value, this.#unit);
  }

  /**
   * Epoch ms of a column of numbers, as of each by {@link ofNumber}: the same column where they are ms already, with what
   * is not finite as it is.
   */
  ofNumbers(values: Float64Array): Float64Array {
    if (values.length > 0) this.ofNumber(values[0]!);
    return this.#unit === 'ms' ? values : values.map((value) => this.ofNumber(value));
  }

  /** Epoch ms of text that is not a number; NaN for what is no ISO-8601 time and for text in a file of numbers. */
  ofText(text: string): number {
    const time = parseIsoTime(text.trim().replace(/ ?(?:UTC|GMT)$/, ''));
    if (Number.isNaN(time)) return NaN;
    this.#unit ??= 'iso';
    return this.#unit === 'iso' ? time : NaN;
  }
}
