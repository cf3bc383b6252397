/**
 * Wire records, defined by a line per field: wire name, description, schema and value.
 * Schema, encoder, CLI columns and documentation derive from that line; no name is converted automatically.
 */

import { Type, type Static, type TEnum, type TObject, type TSchema } from 'typebox';
import { EpochMsSchema, nullable, num } from './scalar.ts';

/** Field of a record built from a `From`. An undefined value omits an optional field. */
export interface Field<From, S extends TSchema = TSchema> {
  readonly schema: S;
  readonly read: (from: From) => Static<S> | undefined;
}
/** Fields of a record built from a `From`, in wire order. */
export type Fields<From> = Readonly<Record<string, Field<From>>>;
type SchemasOf<F> = { [K in keyof F]: F[K] extends { readonly schema: infer S extends TSchema } ? S : never };

/** Wire record: schema, encoder and columns from a single table. */
export interface Codec<From, F extends Fields<From>> {
  readonly fields: F;
  readonly schema: TObject<SchemasOf<F>>;
  readonly encode: (from: From) => Static<TObject<SchemasOf<F>>>;
  /** Column names in wire order. */
  readonly columns: readonly (keyof F & string)[];
}
/** Record type of a codec. */
export type WireOf<C> = C extends { readonly encode: (from: never) => infer Wire } ? Wire : never;

/**
 * Builds a codec from a table of fields.
 *
 * @param title name of the schema in the OpenAPI document; null for a nested record.
 * @param description description of the record.
 * @example
 * const { text, number } = fieldsOf<Quote>();
 * const quote = record('Quote', { symbol: text('Coin.', (q) => q.symbol), price: number('USD.', (q) => q.price) });
 * quote.encode({ symbol: 'BTC', price: 3 });
 */
export function record<From, const F extends Fields<From>>(
  title: string | null,
  fields: F & Fields<From>,
  description?: string,
): Codec<From, F> {
  const names = Object.keys(fields);
  const entries = names.map((name) => [name, fields[name]!.read] as const);
  const options = { ...(title === null ? {} : { title }), ...(description === undefined ? {} : { description }) };
  // oxlint-disable typescript/no-unsafe-type-assertion -- built from the table of that very type
  return {
    fields,
    schema: Type.Object(
      Object.fromEntries(names.map((name) => [name, fields[name]!.schema])),
      options,
    ) as unknown as TObject<SchemasOf<F>>,
    columns: names,
    encode: (from) => {
      const wire: Record<string, unknown> = {};
      for (const [name, read] of entries) {
        const value = read(from);
        if (value !== undefined) wire[name] = value;
      }
      return wire as Static<TObject<SchemasOf<F>>>;
    },
  };
  // oxlint-enable typescript/no-unsafe-type-assertion
}

/** Reads the same fields from a part of another record. An undefined part omits them all; make them optional then. */
export function within<From, Part, const F extends Fields<Part>>(
  part: (from: From) => Part,
  fields: F & Fields<Part>,
): { readonly [K in keyof F]: Field<From, SchemasOf<F>[K]> } {
  const entries = Object.entries(fields).map(([name, { schema, read }]) => [
    name,
    { schema, read: (from: From) => read(part(from)) },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names and schemas
  return Object.fromEntries(entries) as { readonly [K in keyof F]: Field<From, SchemasOf<F>[K]> };
}

/** Bounds, units and examples of a schema. */
interface NumberOptions {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}
interface ListOptions {
  readonly minItems?: number;
  readonly maxItems?: number;
}
type Nullish = number | null | undefined;

/**
 * Field builders for records built from a `From`. The description comes first: meaning, unit, and when the value is
 * null. `…OrNull` builders write null for unknown values (`NaN`, ±∞, null).
 *
 * @example
 * const { text, numberOrNull } = fieldsOf<{ readonly symbol: string; readonly lastPrice: number }>();
 * const quote = record('Quote', {
 *   symbol: text('Coin.', ({ symbol }) => symbol),
 *   last_price: numberOrNull('USD; null before the first trade.', ({ lastPrice }) => lastPrice),
 * });
 * quote.encode({ symbol: 'BTC', lastPrice: NaN }); // → { symbol: 'BTC', last_price: null }
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- a table of makers, each of one or two lines
export function fieldsOf<From>() {
  type Read<T> = (from: From) => T;
  return {
    /** A text. */
    text: (description: string, read: Read<string>) => ({ schema: Type.String({ description }), read }),
    /** A text, or null. */
    textOrNull: (description: string, read: Read<string | null>) => ({
      schema: nullable(Type.String(), description),
      read,
    }),
    /** One of a fixed set of words. */
    choice: <const T extends readonly string[]>(values: T, description: string, read: Read<T[number]>) => ({
      schema: wordsOf(values, description),
      read,
    }),
    /** One of a fixed set of words, or null. */
    choiceOrNull: <const T extends readonly string[]>(
      values: T,
      description: string,
      read: Read<T[number] | null>,
    ) => ({
      schema: nullable(wordsOf(values), description),
      read,
    }),
    /** True or false. */
    flag: (description: string, read: Read<boolean>) => ({ schema: Type.Boolean({ description }), read }),
    /** True, false, or null when unknown. */
    flagOrNull: (description: string, read: Read<boolean | null>) => ({
      schema: nullable(Type.Boolean(), description),
      read,
    }),
    /** A whole number. */
    integer: (description: string, read: Read<number>, options: NumberOptions = {}) => ({
      schema: Type.Integer({ ...options, description }),
      read: known(read),
    }),
    /** A whole number, or null. */
    integerOrNull: (description: string, read: Read<Nullish>, options: NumberOptions = {}) => ({
      schema: nullable(Type.Integer({ ...options }), description),
      read: (from: From) => num(read(from)),
    }),
    /** A number that is always known. */
    number: (description: string, read: Read<number>, options: NumberOptions = {}) => ({
      schema: Type.Number({ ...options, description }),
      read: known(read),
    }),
    /** A number, or null. */
    numberOrNull: (description: string, read: Read<Nullish>, options: NumberOptions = {}) => ({
      schema: nullable(Type.Number({ ...options }), description),
      read: (from: From) => num(read(from)),
    }),
    /** A moment, epoch ms. */
    moment: (description: string, read: Read<number>) => ({ schema: moment(description), read: known(read) }),
    /** A moment, epoch ms, or null. */
    momentOrNull: (description: string, read: Read<Nullish>) => ({
      schema: nullable(EpochMsSchema, description),
      read: (from: From) => num(read(from)),
    }),
    /** A list of plain values. */
    list: <S extends TSchema>(
      item: S,
      description: string,
      read: Read<readonly Static<S>[]>,
      options: ListOptions = {},
    ) => ({
      schema: Type.Array(item, { ...options, description }),
      read: (from: From) => [...read(from)],
    }),
    /** A list of records. */
    items: <Part, F extends Fields<Part>>(
      codec: Codec<Part, F>,
      description: string,
      read: Read<readonly Part[]>,
      options: ListOptions = {},
    ) => ({
      schema: Type.Array(codec.schema, { ...options, description }),
      read: (from: From) => read(from).map(codec.encode),
    }),
    /** A record inside the record. The description is for one without a title; a titled one has its own. */
    inner: <Part, F extends Fields<Part>>(codec: Codec<Part, F>, read: Read<Part>, description?: string) => ({
      schema: description === undefined ? codec.schema : { ...codec.schema, description },
      read: (from: From) => codec.encode(read(from)),
    }),
    /** A record inside the record, or null. */
    innerOrNull: <Part, F extends Fields<Part>>(
      codec: Codec<Part, F>,
      description: string,
      read: Read<Part | null>,
    ) => ({
      schema: nullable(codec.schema, description),
      read: (from: From) => {
        const part = read(from);
        return part === null ? null : codec.encode(part);
      },
    }),
    /** A field of any schema. The schema carries its own description. */
    custom: <S extends TSchema>(schema: S, read: Read<Static<S>>) => ({ schema, read }),
    /** A number that is omitted when unknown. */
    numberIfKnown: (description: string, read: Read<Nullish>, options: NumberOptions = {}) => ({
      schema: Type.Optional(Type.Number({ ...options, description })),
      read: (from: From): number | undefined => num(read(from)) ?? undefined,
    }),
    /** A field of any schema that is omitted when undefined. */
    ifKnown: <S extends TSchema>(schema: S, read: Read<Static<S> | undefined>) => ({
      schema: Type.Optional(schema),
      read,
    }),
  };
}

/** Unexpected NaN becomes null, in table columns as in JSON. */
function known<From>(read: (from: From) => number): (from: From) => number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null for a fault of the source only
  return (from) => num(read(from)) as number;
}

function moment(description: string): typeof EpochMsSchema {
  return Type.Integer({ minimum: 0, description: description === '' ? 'epoch ms' : `${description} Epoch ms.` });
}

function wordsOf<const T extends readonly string[]>(values: T, description?: string): TEnum<[...T]> {
  const options = { type: 'string', ...(description === undefined ? {} : { description }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same values
  return Type.Enum([...values], options) as unknown as TEnum<[...T]>;
}
