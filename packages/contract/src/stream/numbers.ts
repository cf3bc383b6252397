/** Numeric event fields by wire name, readable by webhook conditions. */

import type { TSchema } from 'typebox';
import { EVENT_KINDS } from './kinds.ts';

/** Common event fields that are not measurements. */
const HEAD = new Set(['id', 'ts', 'recv_ts']);

function isNumber(schema: TSchema): boolean {
  if ('type' in schema && (schema.type === 'number' || schema.type === 'integer')) return true;
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some((schema: TSchema) => isNumber(schema));
}

/** Names of the numbers of all types; each event has only those of its type. */
export const EVENT_NUMBERS: readonly string[] = [
  ...new Set(
    Object.values(EVENT_KINDS).flatMap(({ schema }) =>
      Object.entries(schema.properties).flatMap(([name, property]) =>
        isNumber(property) && !HEAD.has(name) ? [name] : [],
      ),
    ),
  ),
];
