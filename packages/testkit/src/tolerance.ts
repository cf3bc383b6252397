/**
 * Comparison with named tolerances. Exact unless a tolerance is requested: parity is `Object.is`, never approximate.
 */

import { shown, UsageError } from '@barograph/core';

/**
 * Two values agree when `|a − e| ≤ abs + rel·|e|`. Both parts are mandatory, so that 0 is a choice and not a default.
 */
export interface Tolerance {
  /** Allowed error as a share of the expected value. */
  readonly rel: number;
  /** Allowed error in the unit of the value; it matters near zero. */
  readonly abs: number;
}

/** First difference of two values: its path and size. `path` is `$` for the whole and `$.rows[3].adx` for a part. */
export interface Difference {
  readonly path: string;
  readonly actual: unknown;
  readonly expected: unknown;
  /** `|actual − expected|` when both are numbers. */
  readonly error: number | undefined;
}

/**
 * Checks a tolerance and returns it.
 * @throws {UsageError} unless both parts are finite numbers ≥ 0.
 * @example
 * checkTolerance({ rel: 1e-9, abs: 0 }); // → { rel: 1e-9, abs: 0 }
 * checkTolerance({ rel: 1e-9, abs: -1 }); // → UsageError: "abs" expected a finite number ≥ 0, got -1
 */
export function checkTolerance(tolerance: Tolerance): Tolerance {
  for (const key of ['rel', 'abs'] as const) {
    const value: unknown = tolerance[key];
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
      throw new UsageError(`"${key}" expected a finite number ≥ 0, got ${shown(value)}`);
    }
  }
  return tolerance;
}

/** NaN in a column and null in a JSON oracle both mean no value. */
const isUndefinedValue = (value: unknown): boolean => value === null || Number.isNaN(value);

function leafAgrees(actual: unknown, expected: unknown, tolerance: Tolerance | undefined): boolean {
  if (Object.is(actual, expected)) return true;
  if (isUndefinedValue(actual) && isUndefinedValue(expected)) return true;
  if (tolerance === undefined || typeof actual !== 'number' || typeof expected !== 'number') return false;
  if (!Number.isFinite(actual) || !Number.isFinite(expected)) return false;
  return Math.abs(actual - expected) <= tolerance.abs + tolerance.rel * Math.abs(expected);
}

function asList(value: unknown): ArrayLike<unknown> | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
    ? (value as unknown as ArrayLike<unknown>)
    : undefined;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

/**
 * Returns the first place where `actual` differs from `expected`, or `undefined`.
 *
 * Lists and typed arrays compare by length and element, records by key; NaN and null are equal.
 *
 * @param tolerance tolerance of numbers. @default equality to the bit (0 is not -0)
 * @example
 * firstDifference([1, 2], [1, 2]); // → undefined
 * firstDifference({ adx: [20, 20.5] }, { adx: [20, 20.25] })?.path; // → '$.adx[1]'
 * firstDifference(100.000001, 100, { rel: 1e-6, abs: 0 }); // → undefined
 */
export function firstDifference(
  actual: unknown,
  expected: unknown,
  tolerance?: Tolerance,
  path: string = '$',
): Difference | undefined {
  const actualList = asList(actual);
  const expectedList = asList(expected);
  if (actualList !== undefined && expectedList !== undefined) {
    for (let i = 0; i < Math.min(actualList.length, expectedList.length); i++) {
      const found = firstDifference(actualList[i], expectedList[i], tolerance, `${path}[${i}]`);
      if (found !== undefined) return found;
    }
    return actualList.length === expectedList.length
      ? undefined
      : differenceAt(`${path}.length`, actualList.length, expectedList.length);
  }
  const actualRecord = asRecord(actual);
  const expectedRecord = asRecord(expected);
  if (
    actualList === undefined &&
    expectedList === undefined &&
    actualRecord !== undefined &&
    expectedRecord !== undefined
  ) {
    for (const key of new Set([...Object.keys(expectedRecord), ...Object.keys(actualRecord)])) {
      const here = `${path}.${key}`;
      if (!(key in actualRecord)) return differenceAt(here, undefined, expectedRecord[key]);
      if (!(key in expectedRecord)) return differenceAt(here, actualRecord[key], undefined);
      const found = firstDifference(actualRecord[key], expectedRecord[key], tolerance, here);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return leafAgrees(actual, expected, tolerance) ? undefined : differenceAt(path, actual, expected);
}

function differenceAt(path: string, actual: unknown, expected: unknown): Difference {
  const error = typeof actual === 'number' && typeof expected === 'number' ? Math.abs(actual - expected) : undefined;
  return { path, actual, expected, error };
}

/**
 * Formats a difference in one line: `$.adx[3]: expected 20.5, got 20.4 (error 0.1)`.
 * @returns one line.
 *
 * @example
 * const difference = firstDifference({ adx: [20, 20.5] }, { adx: [20, 20.25] });
 * difference && describeDifference(difference); // → '$.adx[1]: expected 20.25, got 20.5 (error 0.25)'
 */
export function describeDifference({ path, actual, expected, error }: Difference): string {
  const suffix = error === undefined ? '' : ` (error ${error})`;
  return `${path}: expected ${shown(expected)}, got ${shown(actual)}${suffix}`;
}
