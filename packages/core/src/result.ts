import { describeProblem, QuantError, type DataProblem } from './errors.ts';

/** A value, or the reason why it is absent. Programmer errors throw; expected failures return a `Result`. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/**
 * A successful {@link Result}.
 *
 * @example
 * ok(5).value; // → 5
 */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/**
 * A failed {@link Result}.
 *
 * @example
 * err('late').ok; // → false
 */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/**
 * Returns the value of a result or throws its problem, for scripts and notebooks.
 *
 * @throws {QuantError} when the result failed; the message names file, row, column, expected and actual value.
 * @example
 * unwrap(ok(5)); // → 5
 * unwrap(err({ code: 'missing_file', file: 'BTC.csv', expected: 'a file', got: 'none' }));
 * // → QuantError: BTC.csv: expected a file, got none
 */
export function unwrap<T>(result: Result<T, DataProblem>): T {
  if (result.ok) return result.value;
  throw new QuantError(result.error.code, describeProblem(result.error));
}
