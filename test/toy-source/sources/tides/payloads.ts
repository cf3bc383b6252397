/** Answers of the source of tides as rows. */

import { Type, type TUnsafe } from 'typebox';
import type { Parsed } from '../../../../packages/sources/src/upstream/payload/parsed.ts';
import { row, type Values } from '../../../../packages/sources/src/upstream/payload/row.ts';
import { createFaults, whole } from '../../../../packages/sources/src/upstream/payload/values.ts';

/** All readings; times are epoch ms. */
export type TidesPayload = readonly Values<'time' | 'value'>[];
export const tidesPayload: TUnsafe<TidesPayload> = Type.Unsafe(Type.Array(row(['time', 'value'])));

/**
 * Readings, each with its moment.
 *
 * @param now epoch ms; nothing is known of later moments.
 */
export function parseTides(
  payload: TidesPayload,
  now: number,
): Parsed<readonly (readonly [time: number, value: number])[]> {
  const faults = createFaults();
  const rows = payload.flatMap((reading, i): (readonly [number, number])[] => {
    const time = whole(reading.time, `[${i}].time`, faults);
    const { value } = reading;
    if (time > now) faults.add(`[${i}].time`, 'a moment that has come', time);
    else if (typeof value !== 'number' || !(value >= 0 && value <= 100)) {
      faults.add(`[${i}].value`, 'a number within 0…100', value);
    } else if (!Number.isNaN(time)) return [[time, value]];
    return [];
  });
  return { rows, fault: faults.summary() };
}
