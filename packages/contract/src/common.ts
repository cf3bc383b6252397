/** Parameters common to many operations. The host handles them; operations never see them. */

import { Type, type TObject, type TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** Row formats other than JSON, with their media types. */
export const BULK_TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** Row format other than JSON. */
export type BulkFormat = keyof typeof BULK_TYPES;

/** Rows of an answer: their field, and the fields of a row. */
export interface RowsField {
  readonly field: string;
  /** Fields of a row, in order. */
  readonly columns: readonly string[];
  /** Types in the same order; records, lists and mixed types are `json`. */
  readonly types: readonly ColumnType[];
}

/** Type of a column of rows. */
export type ColumnType = 'number' | 'flag' | 'text' | 'json';

const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  string: 'text',
};

/** Type of a schema, ignoring null. */
function columnType(schema: object): ColumnType {
  const several: readonly object[] = 'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const types = several.flatMap((branch) => ('type' in branch ? [branch.type].flat() : ['json']));
  const found = new Set(types.filter((name) => name !== 'null').map((name) => COLUMN_TYPES[String(name)] ?? 'json'));
  const [first = 'json'] = found;
  return found.size === 1 ? first : 'json';
}

/** Lists that accompany rows in many answers. */
const BESIDE: ReadonlySet<string> = new Set(['provenance', 'warming']);

function isSchemaObject(schema: TSchema | undefined): schema is TObject {
  return schema !== undefined && Type.IsObject(schema);
}

/**
 * Finds the rows of an operation's answer: its only list of records. undefined without exactly one list, because
 * rows would omit a part of the answer.
 *
 * @example
 * rowsField(operationNamed('indicators.signum'))?.field; // → 'items'
 * rowsField(operationNamed('auth.keys.create')); // → undefined
 */
export function rowsField({ method, reply, streaming, fileType, accountScoped }: Endpoint): RowsField | undefined {
  if (method !== 'GET' || streaming === true || accountScoped === true || fileType !== undefined) return undefined;
  if (!isSchemaObject(reply)) return undefined;
  const lists = Object.entries(reply.properties).flatMap(([field, schema]): readonly RowsField[] => {
    if (BESIDE.has(field) || !Type.IsArray(schema) || !isSchemaObject(schema.items)) return [];
    const { properties } = schema.items;
    return [{ field, columns: Object.keys(properties), types: Object.values(properties).map(columnType) }];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

const PAST =
  'What the service said at that moment: epoch ms or ISO-8601, not before X-Point-In-Time, not in the future. X-Known-At says from when on it said so.';
const asOfParameter = ({ pastAccess }: Endpoint) =>
  Type.Optional(
    Type.String({ description: pastAccess === undefined ? PAST : `${PAST} Needs a key of tier ${pastAccess}.` }),
  );
const FORMAT = Type.Optional(
  Type.Enum(['json', 'csv', 'ndjson', 'markdown', 'parquet'], {
    type: 'string',
    description:
      'All but json are the rows alone, without what stands around them. The same by Accept: text/csv, application/x-ndjson, text/markdown, application/vnd.apache.parquet.',
  }),
);
const FIELDS = Type.Optional(
  Type.String({
    description: 'Fields of a row that are wanted, separated by commas, in their order; all when left out.',
  }),
);

/**
 * Common parameters of an operation, except those that it defines itself.
 *
 * @example
 * Object.keys(commonParameters(operationNamed('indicators.signum'))); // → [ 'as_of', 'format', 'fields' ]
 */
export function commonParameters(endpoint: Endpoint): Readonly<Record<string, TSchema>> {
  const isList = rowsField(endpoint) !== undefined;
  const all = {
    ...(endpoint.pointInTime === true ? { as_of: asOfParameter(endpoint) } : {}),
    ...(isList ? { format: FORMAT, fields: FIELDS } : {}),
  };
  const own = endpoint.query.properties;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in own) && !(name in endpoint.aliases)));
}
