/** Validation of stored snapshots: a row written by another build or by hand is external data. */

import type { Published, StoredShape } from '@barograph/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Check, Errors } from 'typebox/value';

const compiled = new WeakMap<TSchema, Validator>();
const interpreted = new WeakSet<TSchema>();

/** Checks the first value of a schema as it is: most heads are checked once at a start, where compilation takes longer. */
function isValid(schema: TSchema, value: unknown): boolean {
  const known = compiled.get(schema);
  if (known !== undefined) return known.Check(value);
  if (!interpreted.has(schema)) {
    interpreted.add(schema);
    return Check(schema, value);
  }
  const validator = Compile(schema);
  compiled.set(schema, validator);
  return validator.Check(value);
}

/** Describes where a value first deviates from its schema; undefined for a valid value. */
function faultIn(schema: TSchema, value: unknown, place: string): string | undefined {
  if (isValid(schema, value)) return undefined;
  const [fault] = Errors(schema, value);
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
