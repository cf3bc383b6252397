/** Numbers of events, by their names on the wire: what a condition of a webhook may read of an event. */

import type { TSchema } from 'typebox';
import { EVENT_KINDS } from './kinds.ts';

/** Fields of every event that are no measures. */
const HEAD = new Set(['id', 'ts', 'recv_ts']);

function isNumber(schema: TSchema): boolean {
  if ('type' in schema && (schema.type === 'number' || schema.type === 'integer')) return true;
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some((one: TSchema) => isNumber(one));
}

/** Names of the numbers of all types; an event lacks those of other types. */
export const EVENT_NUMBERS: readonly string[] = [
  ...new Set(
    Object.values(EVENT_KINDS).flatMap(({ schema }) =>
      Object.entries(schema.properties).flatMap(([name, of]) => (isNumber(of) && !HEAD.has(name) ? [name] : [])),
    ),
  ),
];
