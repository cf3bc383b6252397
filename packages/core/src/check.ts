/** Validators: check, then return the value, so that a check and a use are one expression. */

import { shown, UsageError } from './errors.ts';

function fail(name: string, expected: string, value: unknown): never {
  throw new UsageError(`"${name}" expected ${expected}, got ${shown(value)}`);
}

/**
 * @throws {UsageError} unless `value` is an integer of at least `least`.
 * @example
 * integerAtLeast('period', 14, 2); // → 14
 */
export function integerAtLeast(name: string, value: unknown, least: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < least) fail(name, `an integer ≥ ${least}`, value);
  return value as number;
}

/**
 * @throws {UsageError} unless `value` is a finite number.
 * @example
 * finite('width', 2.5); // → 2.5
 */
export function finite(name: string, value: unknown): number {
  if (!Number.isFinite(value)) fail(name, 'a finite number', value);
  return value as number;
}

/**
 * @throws {UsageError} unless `value` is a finite number within `[low, high]`.
 * @example
 * within('share', 0.4, 0, 1); // → 0.4
 */
export function within(name: string, value: unknown, low: number, high: number): number {
  if (!Number.isFinite(value) || (value as number) < low || (value as number) > high) {
    fail(name, `a number within ${low}…${high}`, value);
  }
  return value as number;
}

/**
 * @throws {UsageError} unless `value` is one of `allowed`.
 * @example
 * oneOf('side', 'buy', ['buy', 'sell']); // → 'buy'
 */
export function oneOf<const T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) fail(name, `one of ${allowed.join(', ')}`, value);
  return value as T;
}
