/** Detects impossible times of bars: another unit, rounding by another program, or spreadsheet day numbers. */

import { barStep, intervalOf, LATEST_TIME, MINUTE_MS, UNTIL_LATEST, type DataProblem } from '@barograph/core';
import type { RowTable } from './row-table.ts';
import type { ReadBarsOptions } from './bars-file.ts';
import { spanProblem } from './read-bounds.ts';

/** Multiples of times rounded to seven or eight digits, ms: no bars open at all of them. */
const ROUNDED_MS = 1e5;
/** Day numbers since 1900 of the years 1954 to 2119, read as seconds. */
const [FIRST_SERIAL_MS, LAST_SERIAL_MS] = [2e7, 8e7];
/** Minimum rows at which binary rounding cannot be coincidence. */
const MANY = 3;

/**
 * Checks times whose steps are not an interval. Times before 1973 in ms, which look like seconds, are corrected.
 *
 * @returns the problem of times that are wrong as a whole, which a repair of single rows could not fix.
 */
export function checkTimes({ columns, areCandles }: RowTable, options: ReadBarsOptions): DataProblem | undefined {
  const { time } = columns;
  const step = barStep(time);
  const isRegular = step !== undefined && intervalOf(step) !== undefined;
  if (areCandles && isRegular) return undefined;
  if (step !== undefined && !isRegular && isMilliseconds(time, step)) {
    for (let i = 0; i < time.length; i++) time[i]! /= 1e3;
    return undefined;
  }
  const far = time.findIndex((each) => Math.abs(each) > LATEST_TIME);
  if (far !== -1) {
    const sorted = time.toSorted();
    const span = spanProblem({ time: sorted, length: sorted.length }, barStep(sorted), options)?.problem;
    const expected = span?.expected ?? `a time ${UNTIL_LATEST}: seconds, ms, µs or ns since 1970`;
    // After a repair, row numbers of the file no longer apply.
    const place = options.repair === true ? {} : { row: far + 1 };
    return { code: 'bad_value', ...place, column: 'time', expected, got: span?.got ?? String(time[far]) };
  }
  return roundedTimes(time);
}

/** Problem of times that were rounded, or counted in days; undefined for plausible times. */
export function roundedTimes(time: Float64Array): DataProblem | undefined {
  const reason = roundingOf(time);
  if (reason === undefined) return undefined;
  const expected = 'times as they were, in whole numbers or as 2024-01-31T12:00:00Z';
  return { code: 'bad_value', row: 1, column: 'time', expected, got: reason };
}

/** Whether ms were read as seconds: then a thousandth of their step is an interval. */
const isMilliseconds = (time: Float64Array, step: number): boolean =>
  intervalOf(step / 1e3) !== undefined && time.every((each) => each % 1e3 === 0);

/** Reason why the times are wrong as a whole; undefined for plausible times. */
function roundingOf(time: Float64Array): string | undefined {
  if (time.length > 1 && time.every((each) => each >= FIRST_SERIAL_MS && each <= LAST_SERIAL_MS)) {
    return 'days since 1900, as a spreadsheet counts them';
  }
  const isOff = time.some((each) => each % MINUTE_MS !== 0);
  const isTwice = time.some((each, i) => i > 0 && each === time[i - 1]);
  if (!isOff && !isTwice) return undefined;
  const areMultiples = (step: number): boolean => time.every((each) => each % step === 0);
  if (time.length > 1 && areMultiples(isOff ? ROUNDED_MS : 10 * ROUNDED_MS)) {
    return 'times that lost precision: their last digits were rounded off, as in 1.71E+12';
  }
  const isSingle = (unit: number): boolean => time.every((each) => Math.fround(each * unit) === each * unit);
  return isOff && time.length >= MANY && [1e-3, 1, 1e3, 1e6].some(isSingle)
    ? 'times that lost precision: floating point numbers of 32 bits cannot hold them'
    : undefined;
}
