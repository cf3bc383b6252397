/** Validators that return the value they check, so that check and use are one expression. */

import { shown, UsageError } from './errors.ts';

function fail(name: string, expected: string, value: unknown): never {
  throw new UsageError(`"${name}" expected ${expected}, got ${shown(value)}`);
}

/**
 * Returns `value` when it is an integer of at least `least`.
 * @throws {UsageError} otherwise; the message names `name`.
 * @example
 * integerAtLeast('period', 14, 2); // → 14
 */
export function integerAtLeast(name: string, value: unknown, least: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < least) fail(name, `an integer ≥ ${least}`, value);
  return value as number;
}

/**
 * Returns `value` when it is a finite number.
 * @throws {UsageError} otherwise; the message names `name`.
 * @example
 * finite('width', 2.5); // → 2.5
 */
export function finite(name: string, value: unknown): number {
  if (!Number.isFinite(value)) fail(name, 'a finite number', value);
  return value as number;
}

/**
 * Returns `value` when it is a finite number within `[low, high]`.
 * @throws {UsageError} otherwise; the message names `name`.
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
 * Returns `value` when `allowed` contains it.
 * @throws {UsageError} otherwise; the message names `name`.
 * @example
 * oneOf('side', 'buy', ['buy', 'sell']); // → 'buy'
 */
export function oneOf<const T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) fail(name, `one of ${allowed.join(', ')}`, value);
  return value as T;
}
