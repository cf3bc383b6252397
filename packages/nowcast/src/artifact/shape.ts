/** Whether parsed JSON has the shape that a type promises, and where it first does not. */

import { shown, type DataProblem } from '@barograph/core';

/** Shape check: returns the problem of a value, with its place; undefined when it has none. */
export type Shape = (value: unknown, at: string) => DataProblem | undefined;

const problem = (at: string, expected: string, value: unknown): DataProblem => ({
  code: 'bad_value',
  column: at,
  expected,
  got: value === undefined ? 'nothing' : shown(value),
});

export const aNumber: Shape = (value, at) => (typeof value === 'number' ? undefined : problem(at, 'a number', value));
export const aText: Shape = (value, at) => (typeof value === 'string' ? undefined : problem(at, 'a text', value));
export const aBoolean: Shape = (value, at) =>
  typeof value === 'boolean' ? undefined : problem(at, 'true or false', value);

export const orNull =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? undefined : shape(value, at);

export const orMissing =
  (shape: Shape): Shape =>
  (value, at) =>
    value === undefined ? undefined : shape(value, at);

export const listOf =
  (shape: Shape): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return problem(at, 'a list', value);
    return firstOf(value.map((part, i) => () => shape(part, `${at}[${i}]`)));
  };

/** Fields that the record must have, but for those that may be missing; it may have more, which an older reader does not know. */
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

/** Fields of any name, all of one shape. */
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
