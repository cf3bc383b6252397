/** Checks whether parsed JSON has the shape that a type promises, and where it first differs. */

import { shown, type DataProblem } from '@barograph/core';

/** Shape check: returns the problem of a value with its place, or undefined. */
export type Shape = (value: unknown, at: string) => DataProblem | undefined;

const problem = (at: string, expected: string, value: unknown): DataProblem => ({
  code: 'bad_value',
  column: at,
  expected,
  got: value === undefined ? 'nothing' : shown(value),
});

/** Shape of a number. */
export const aNumber: Shape = (value, at) => (typeof value === 'number' ? undefined : problem(at, 'a number', value));
/** Shape of a text. */
export const aText: Shape = (value, at) => (typeof value === 'string' ? undefined : problem(at, 'a text', value));
/** Shape of a boolean. */
export const aBoolean: Shape = (value, at) =>
  typeof value === 'boolean' ? undefined : problem(at, 'true or false', value);

/** Shape that also permits null. */
export const orNull =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? undefined : shape(value, at);

/** Shape that also permits an absent field. */
export const orMissing =
  (shape: Shape): Shape =>
  (value, at) =>
    value === undefined ? undefined : shape(value, at);

/** Shape of a list whose elements all have `shape`. */
export const listOf =
  (shape: Shape): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return problem(at, 'a list', value);
    return firstOf(value.map((part, i) => () => shape(part, `${at}[${i}]`)));
  };

/** Shape of a record with required and optional fields; extra fields are allowed, for older readers. */
export const recordOf =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return problem(at, 'a record', value);
    const parts = new Map(Object.entries(value));
    const path = (field: string): string => (at === '' ? field : `${at}.${field}`);
    return firstOf(
      Object.entries(fields).map(
        ([field, shape]) =>
          () =>
            shape(parts.get(field), path(field)),
      ),
    );
  };

/** Shape of a record with arbitrary field names and one shape of values. */
export const mapOf =
  (shape: Shape): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return problem(at, 'a record', value);
    return firstOf(
      Object.entries(value).map(
        ([name, part]) =>
          () =>
            shape(part, `${at}.${name}`),
      ),
    );
  };

function firstOf(checks: readonly (() => DataProblem | undefined)[]): DataProblem | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}
