/**
 * Rows of a payload whose values are of any type: one that is wrong makes that value unknown, where a wrong frame makes the
 * whole answer one that cannot be read.
 */

import { Type, type TOptional, type TSchema, type TUnknown, type TUnsafe } from 'typebox';

/** Values by name; a field that is missing is undefined. */
export type Values<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** A field that is known, so that it is no drift, and is not read. */
export const UNREAD: TOptional<TUnknown> = Type.Optional(Type.Unknown({ unread: true }));

/** Whether a schema is that of a field that is not read. */
export function isUnread(schema: object): boolean {
  return 'unread' in schema;
}

/** A row with fields of any type. @param unread fields that are known, so that they are no drift, and are not read. */
export function row<const Name extends string>(
  names: readonly Name[],
  unread: readonly string[] = [],
): TUnsafe<Values<Name>> {
  const fields = [
    ...names.map((name): [string, TSchema] => [name, Type.Optional(Type.Unknown())]),
    ...unread.map((name): [string, TSchema] => [name, UNREAD]),
  ];
  return Type.Unsafe<Values<Name>>(Type.Object(Object.fromEntries(fields)));
}
