/** Checks of what the database holds of a snapshot: a row that another build or a hand wrote is data from outside. */

import { PUBLICATIONS, type Published } from '@barograph/contract';
import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const SHAPES = new Map(PUBLICATIONS.map(({ name, shape }) => [name, shape]));
const compiled = new Map<string, Validator>();

/** The check of a publication, compiled when it is first needed. */
function validatorOf(name: string): Validator {
  let validator = compiled.get(name);
  if (validator === undefined) {
    const { head, record } = SHAPES.get(name)!;
    validator = Compile(Type.Object({ head, records: Type.Array(record) }));
    compiled.set(name, validator);
  }
  return validator;
}

/** First difference of a stored snapshot from its schema, in one line; undefined when there is none. */
export function faultOf(name: string, stored: Published<unknown, unknown>): string | undefined {
  const validator = validatorOf(name);
  const value = { head: stored.head, records: stored.records.map((record) => record.value) };
  if (validator.Check(value)) return undefined;
  const [fault] = validator.Errors(value);
  return fault === undefined ? 'not of its schema' : `${fault.instancePath} ${fault.message}`;
}
