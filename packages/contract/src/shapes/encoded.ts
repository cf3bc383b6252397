/** Selected fields of a record that was encoded at publication. */

import type { TSchema } from 'typebox';
import type { Field } from '../fields.ts';

type Schemas = Readonly<Record<string, { readonly schema: TSchema }>>;
/** Encoded record by field name. */
type Row<F> = { readonly [K in keyof F]?: unknown };

/**
 * Fields with the same names and schemas, read from the encoded record.
 *
 * @example
 * record('Asset', encoded(perpRow.fields, 'coin', 'mark_price')).encode(row);
 */
export function encoded<F extends Schemas, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): { readonly [K in Name]: Field<Row<F>, F[K]['schema']> } {
  const entries = names.map((name) => [name, { schema: fields[name]!.schema, read: (row: Row<F>) => row[name] }]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names and schemas
  return Object.fromEntries(entries) as { readonly [K in Name]: Field<Row<F>, F[K]['schema']> };
}
