import { describeProblem, QuantError, type DataProblem } from './errors.ts';

/** Either a value or a reason why there is none. Programmer errors throw; expected failures return a `Result`. */
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
 * The value of a result, for a script or a notebook that has nothing to do but stop.
 *
 * @throws {QuantError} the problem, with its code and one line that names file, row, column, expected and got.
 * @example
 * unwrap(ok(5)); // → 5
 * unwrap(err({ code: 'missing_file', file: 'BTC.csv', expected: 'a file', got: 'none' }));
 * // → QuantError: BTC.csv: expected a file, got none
 */
export function unwrap<T>(result: Result<T, DataProblem>): T {
  if (result.ok) return result.value;
  throw new QuantError(result.error.code, describeProblem(result.error));
}
