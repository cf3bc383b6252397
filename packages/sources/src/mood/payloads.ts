/**
 * Answers of the two indices of fear and greed.
 *
 * @source alternative.me, Crypto Fear & Greed API (texts, seconds; `time_until_update` on the newest row alone), with its recorded
 *   answers; CoinMarketCap API reference, `/v3/fear-and-greed/historical`, of which no recorded answer was found.
 */

import { shown } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { secondsOf } from '../upstream/payload/seconds.ts';
import { createFaults } from '../upstream/payload/values.ts';

/** A reading: epoch ms, and 0…100. */
export type Reading = readonly [time: number, value: number];

/** Rows of either publisher. */
export interface MoodPayload {
  readonly data: readonly Values<'value' | 'timestamp'>[];
}
const FIELDS = ['value', 'timestamp'] as const;

export const alternativePayload: TUnsafe<MoodPayload> = Type.Unsafe(
  Type.Object(
    { data: Type.Array(row(FIELDS, ['value_classification', 'time_until_update'])) },
    { additionalProperties: true },
  ),
);
export const cmcPayload: TUnsafe<MoodPayload> = Type.Unsafe(
  Type.Object({ data: Type.Array(row(FIELDS, ['value_classification'])) }, { additionalProperties: true }),
);

/** Readings in answer order. A reading without a time, without a number, or outside 0…100 is reported and dropped. */
export function parseMood({ data }: MoodPayload): Parsed<readonly Reading[]> {
  const faults = createFaults();
  const rows = data.flatMap(({ value: cell, timestamp }, i): readonly Reading[] => {
    const time = secondsOf(timestamp, `data[${i}].timestamp`, faults);
    const value = typeof cell === 'string' && /^\d{1,3}(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
    if (typeof value !== 'number' || !(value >= 0 && value <= 100)) {
      faults.add(`data[${i}].value`, 'a number within 0…100', cell);
      return [];
    }
    return time === undefined ? [] : [[time, value]];
  });
  return { rows, fault: faults.summary() };
}

/** Error text of an answer with status 200; undefined without an error. */
export function moodRefusal(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { metadata, status }: { metadata?: unknown; status?: unknown } = body;
  if (typeof metadata === 'object' && metadata !== null && 'error' in metadata && metadata.error !== null) {
    return shown(metadata.error);
  }
  if (typeof status !== 'object' || status === null || !('error_code' in status)) return undefined;
  if (Number(status.error_code) === 0) return undefined;
  return String('error_message' in status ? status.error_message : status.error_code).slice(0, 200);
}
