/** Checks of what the database holds of a snapshot: a row that another build or a hand wrote is data from outside. */

import type { Published, StoredShape } from '@barograph/contract';
import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const compiled = new WeakMap<StoredShape, Validator>();

/** The check of a shape, compiled when it is first needed. */
function validatorOf(shape: StoredShape): Validator {
  let validator = compiled.get(shape);
  if (validator === undefined) {
    const { head, record } = shape;
    validator = Compile(Type.Object({ head, records: Type.Array(record) }));
    compiled.set(shape, validator);
  }
  return validator;
}

/** First difference of a stored snapshot from its shape, in one line; undefined when there is none. */
export function faultOf(shape: StoredShape, stored: Published<unknown, unknown>): string | undefined {
  const validator = validatorOf(shape);
  const value = { head: stored.head, records: stored.records.map((record) => record.value) };
  if (validator.Check(value)) return undefined;
  const [fault] = validator.Errors(value);
  return fault === undefined ? 'not of its schema' : `${fault.instancePath} ${fault.message}`;
}
