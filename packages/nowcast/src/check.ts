/** Checks that several configs and models of this package share; those of core name one number, and no sign. */

import { finite, UsageError } from '@barograph/core';

/** @throws {UsageError} naming the field, unless it is a finite number above 0. */
export function positive(name: string, value: number): number {
  if (finite(name, value) > 0) return value;
  throw new UsageError(`"${name}" expected a number > 0, got ${value}`);
}

/** @throws {UsageError} naming the field, unless it is a finite number of 0 or above. */
export function notNegative(name: string, value: number): number {
  if (finite(name, value) >= 0) return value;
  throw new UsageError(`"${name}" expected a number ≥ 0, got ${value}`);
}

/** @throws {UsageError} naming the list, unless it has as many values. */
export function checkLength(name: string, values: ArrayLike<unknown>, length: number): void {
  if (values.length !== length) throw new UsageError(`"${name}" expected ${length} values, got ${values.length}`);
}
