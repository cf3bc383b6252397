/** Conversion of numbers: engines use NaN, the wire uses null. */

import { Type, type TNull, type TSchema, type TUnion } from 'typebox';

/** NaN, ±∞, null and undefined become null; -0 becomes 0; other numbers are unchanged. */
export function num(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

/** `schema` or null, which keeps "undefined yet" and "not measured" distinct from zero. */
export function nullable<S extends TSchema>(schema: S, description?: string): TUnion<[S, TNull]> {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** Schema of a moment: an integer of epoch milliseconds. */
export const EpochMsSchema = Type.Integer({ minimum: 0, description: 'epoch ms' });

/**
 * UTC day of a moment, YYYY-MM-DD.
 *
 * @param time epoch ms.
 * @example
 * utcDate(0); // → '1970-01-01'
 */
export function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Formats epoch ms as ISO-8601. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
