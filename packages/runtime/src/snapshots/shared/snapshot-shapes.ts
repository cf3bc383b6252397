/** Checks of what the database holds of a snapshot: a row that another build or a hand wrote is data from outside. */

import type { Published, StoredShape } from '@barograph/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const compiled = new WeakMap<TSchema, Validator>();

/** Compiles the schema on first use and describes where a value first deviates from it; undefined for a valid value. */
function faultIn(schema: TSchema, value: unknown, place: string): string | undefined {
  let validator = compiled.get(schema);
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)));
  if (validator.Check(value)) return undefined;
  const [fault] = validator.Errors(value);
  return fault === undefined ? `${place}: not of its schema` : `${place}${fault.instancePath} ${fault.message}`;
}

/** Describes where a head first deviates from its shape; undefined for a valid head. */
export function headFault({ head }: StoredShape, value: unknown): string | undefined {
  return faultIn(head, value, '/head');
}

/** Describes where a record first deviates from its shape; undefined for a valid record. */
export function recordFault({ record }: StoredShape, value: unknown, place: string = ''): string | undefined {
  return faultIn(record, value, place);
}

/** Describes in one line where a stored snapshot first deviates from its shape; undefined for a valid snapshot. */
export function faultOf(shape: StoredShape, stored: Published<unknown, unknown>): string | undefined {
  const ofHead = headFault(shape, stored.head);
  if (ofHead !== undefined) return ofHead;
  for (const [i, { value }] of stored.records.entries()) {
    const fault = recordFault(shape, value, `/records/${i}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
