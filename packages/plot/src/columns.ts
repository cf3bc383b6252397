/** Checks of plot data: an invalid column is refused by name, never drawn. */

import { shown, UsageError } from '@barograph/core';

/** Throws the error of a field. @throws {UsageError} always. */
export function refuse(field: string, expected: string, got: unknown): never {
  throw new UsageError(`"${field}" expected ${expected}, got ${shown(got)}`);
}

/** Checks times. @throws {UsageError} when there are no rows, or times are not finite and ascending. */
export function checkTime(time: ArrayLike<number>): void {
  if (time.length === 0) refuse('time', 'at least one row', 0);
  for (let i = 0; i < time.length; i++) {
    if (!Number.isFinite(time[i]!)) refuse(`time[${i}]`, 'epoch ms', time[i]);
    if (i > 0 && time[i]! <= time[i - 1]!) refuse(`time[${i}]`, `a time after ${time[i - 1]!}`, time[i]);
  }
}

/**
 * Checks a column; NaN is allowed and means unknown. @throws {UsageError} when the length differs or a value is
 * infinite.
 */
export function checkColumn(field: string, column: ArrayLike<number>, length: number): void {
  if (column.length !== length) refuse(field, `${length} rows, as "time" has`, column.length);
  for (let i = 0; i < length; i++) {
    const value = column[i];
    if (typeof value !== 'number' || value === Infinity || value === -Infinity) {
      refuse(`${field}[${i}]`, 'a finite number or NaN', value);
    }
  }
}

/** Checks a number. @throws {UsageError} when it is outside the bounds. */
export function checkNumber(field: string, value: unknown, least: number, most: number = Infinity): void {
  if (typeof value === 'number' && value >= least && value <= most && Number.isFinite(value)) return;
  refuse(field, most === Infinity ? `a finite number of at least ${least}` : `a number within ${least}…${most}`, value);
}

/** Returns a nullable number of a record. @throws {UsageError} when it is infinite. */
export function optionalNumber(field: string, value: number | null | undefined): number | null {
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : refuse(field, 'a finite number or null', value);
}

/** Minimum and maximum of the known values of columns; undefined without any. */
export function extent(...columns: readonly ArrayLike<number>[]): readonly [number, number] | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const value = column[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : undefined;
}
