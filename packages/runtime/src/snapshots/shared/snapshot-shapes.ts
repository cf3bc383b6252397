/** Checks of what the database holds of a snapshot: a row that another build or a hand wrote is data from outside. */

import type { Published, StoredShape } from '@barograph/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const compiled = new WeakMap<TSchema, Validator>();

/** First difference of a value from a schema, which is compiled when it is first needed; undefined when there is none. */
function faultIn(schema: TSchema, value: unknown, place: string): string | undefined {
  let validator = compiled.get(schema);
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)));
  if (validator.Check(value)) return undefined;
  const [fault] = validator.Errors(value);
  return fault === undefined ? `${place}: not of its schema` : `${place}${fault.instancePath} ${fault.message}`;
}

/** First difference of a head from its shape; undefined when there is none. */
export function headFault({ head }: StoredShape, value: unknown): string | undefined {
  return faultIn(head, value, '/head');
}

/** First difference of a record from its shape; undefined when there is none. */
export function recordFault({ record }: StoredShape, value: unknown, place: string = ''): string | undefined {
  return faultIn(record, value, place);
}

/** First difference of a stored snapshot from its shape, in one line; undefined when there is none. */
export function faultOf(shape: StoredShape, stored: Published<unknown, unknown>): string | undefined {
  const ofHead = headFault(shape, stored.head);
  if (ofHead !== undefined) return ofHead;
  for (const [i, { value }] of stored.records.entries()) {
    const fault = recordFault(shape, value, `/records/${i}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
