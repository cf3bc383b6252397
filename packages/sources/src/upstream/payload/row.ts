/**
 * Payload rows whose values may have any type: an invalid value becomes unknown, while an invalid frame makes the whole answer
 * unreadable.
 */

import { Type, type TOptional, type TSchema, type TUnknown, type TUnsafe } from 'typebox';

/** Values by name; a missing field is undefined. */
export type Values<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** Known field that is not read, so that it does not count as drift. */
export const UNREAD: TOptional<TUnknown> = Type.Optional(Type.Unknown({ unread: true }));

/** Whether a schema describes an unread field. */
export function isUnread(schema: object): boolean {
  return 'unread' in schema;
}

/** Row with fields of any type. @param unread known fields that are not read, so that they do not count as drift. */
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
