/** Checks that several configs and models of this package share; those in core do not cover signs. */

import { finite, UsageError } from '@barograph/core';

/**
 * Returns `value` when it is a finite number above 0.
 * @throws {UsageError} otherwise; the message names the field.
 */
export function positive(name: string, value: number): number {
  if (finite(name, value) > 0) return value;
  throw new UsageError(`"${name}" expected a number > 0, got ${value}`);
}

/**
 * Returns `value` when it is a finite number of 0 or above.
 * @throws {UsageError} otherwise; the message names the field.
 */
export function notNegative(name: string, value: number): number {
  if (finite(name, value) >= 0) return value;
  throw new UsageError(`"${name}" expected a number ≥ 0, got ${value}`);
}

/**
 * Checks the length of a list.
 * @throws {UsageError} when it differs; the message names the list.
 */
export function checkLength(name: string, values: ArrayLike<unknown>, length: number): void {
  if (values.length !== length) throw new UsageError(`"${name}" expected ${length} values, got ${values.length}`);
}
