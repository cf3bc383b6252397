/** The crossing of numbers: engines speak NaN, the wire speaks null. */

import { Type, type TNull, type TSchema, type TUnion } from 'typebox';

/** NaN, ±∞, null and undefined become null; -0 becomes 0; every other number stays as it is. */
export function num(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

/** `schema` or null: "not defined yet" and "not measured" are distinct from zero everywhere. */
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

/** ISO-8601 of epoch ms. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
