/** Values of a schema, few of each kind, so that ties and nulls are frequent. */

// oxlint-disable typescript/no-unsafe-type-assertion -- TypeBox keeps the parts of a schema behind an index signature

import { UsageError } from '@barograph/core';
import * as fc from 'fast-check';
import type { TSchema } from 'typebox';

interface Parts {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

/** The parts of a JSON schema. */
export function partsOf(schema: TSchema): Parts {
  return schema as Parts;
}

/** Values that are valid under the schema. Numbers are whole where the bounds hold a whole one, strings have up to three letters. */
export function valuesOf(schema: TSchema): fc.Arbitrary<unknown> {
  const { type, const: only, enum: words, anyOf, properties, required = [], items, minItems = 0 } = partsOf(schema);
  if (only !== undefined) return fc.constant(only);
  if (words !== undefined) return fc.constantFrom(...words);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valuesOf));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbersOf(partsOf(schema));
    case 'string':
      return fc.string({ minLength: 1, maxLength: 3 });
    case 'array':
      return fc.array(valuesOf(items!), { minLength: minItems, maxLength: minItems + 1 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, valuesOf(one)])),
        { requiredKeys: [...required] },
      );
    default:
      throw new UsageError(`"type" expected one that rows have, got ${String(type)}`);
  }
}

function numbersOf({ minimum, maximum = Infinity, exclusiveMinimum }: Parts): fc.Arbitrary<number> {
  const least = minimum ?? (exclusiveMinimum === undefined ? -2 : exclusiveMinimum + 1);
  const min = Math.ceil(least);
  if (min > maximum) return fc.constantFrom(least, maximum);
  return fc.integer({ min, max: Math.max(min, Math.min(min + 3, Math.floor(maximum))) });
}

/** Rows of the schema, each symbol once. */
export function rowsOf<Row extends { readonly symbol: string }>(schema: TSchema): fc.Arbitrary<Row[]> {
  return fc.uniqueArray(valuesOf(schema) as fc.Arbitrary<Row>, { selector: ({ symbol }) => symbol, maxLength: 12 });
}
