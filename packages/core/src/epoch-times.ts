/** Converts columns of times in any form to epoch ms. */

import { barStep } from './bar-step.ts';
import { dateOrder } from './date-text.ts';
import { shown, UsageError } from './errors.ts';
import { intervalOf } from './interval.ts';
import { TimeReader } from './time-reader.ts';
import { timeUnitOf, toEpochMs, type TimeUnit } from './time-unit.ts';

/** Units with their number per millisecond. */
const UNITS: readonly (readonly [unit: TimeUnit, perMs: number])[] = [
  ['ms', 1],
  ['s', 1e-3],
  ['us', 1e3],
  ['ns', 1e6],
];
/** Seconds of 2008: no coin market is older, and read as ms the number falls into January 1970. */
const FIRST_SECONDS = 1.2e9;

/** Unit of a column of times: the one in which their step is an interval, else the one of their magnitude. */
function unitOf(time: Float64Array): TimeUnit {
  const [first = NaN] = time;
  const step = barStep(time);
  const named = UNITS.find(([, perMs]) => step !== undefined && intervalOf(Math.round(step / perMs)) !== undefined);
  if (named !== undefined) return named[0];
  const unit = timeUnitOf(first);
  return unit === 's' && !(Math.abs(first) >= FIRST_SECONDS) ? 'ms' : unit;
}

/**
 * Converts times to epoch ms: numbers of one unit, bigints, Dates or texts. Numbers already in ms are not copied.
 *
 * @param name name of the column, for messages.
 * @param unit unit of numeric times. @default inferred from step and magnitude
 * @throws {UsageError} when a value is not a time; the message names its row.
 */
export function epochTimes(name: string, values: Float64Array | readonly unknown[], unit?: TimeUnit): Float64Array {
  const time = values instanceof Float64Array ? values : numbersOf(name, values);
  if (values.length > 0 && !(values instanceof Float64Array) && isMoment(values[0])) return time;
  const from = unit ?? unitOf(time);
  return from === 'ms' ? time : time.map((each) => toEpochMs(each, from));
}

const isMoment = (value: unknown): boolean => typeof value === 'string' || value instanceof Date;

function numbersOf(name: string, values: readonly unknown[]): Float64Array {
  const texts = values.filter((value) => typeof value === 'string');
  const reader = new TimeReader(undefined, dateOrder(texts));
  return Float64Array.from(values, (value, row) => {
    const number = numberIn(value, reader);
    if (!Number.isNaN(number)) return number;
    throw new UsageError(`"${name}" row ${row + 1} expected a moment, got ${shown(value)}`);
  });
}

function numberIn(value: unknown, reader: TimeReader): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return NaN;
  const number = value.trim() === '' ? NaN : Number(value);
  return Number.isNaN(number) ? reader.ofText(value) : reader.ofNumber(number);
}
