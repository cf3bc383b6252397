/**
 * Answers of FRED: values of a series as CSV, without a key, and dates of a release, with one.
 *
 * @source FRED, `fredgraph.csv?id=` (header `observation_date,ID`, once `DATE,ID`; a missing value is a dot or empty), and the
 *   API reference of `fred/release/dates`. No recorded answer of either was found; the recorded answers of
 *   `fred/series/observations` have the same dates and dots.
 */

import { err, ok, type Result } from '@barograph/core';
import type { DayValue } from '@barograph/files';
import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import { isoDay } from './iso-day.ts';

const HEADER = /^\uFEFF?"?(?:observation_date|date)"?,"?([\w.]+)"?\r?$/i;

/** Values of a series; a day without one is left out. @returns one line that says what is wrong with the text. */
export function parseFredCsv(text: string, id: string): Result<readonly DayValue[], string> {
  const [header = '', ...lines] = text.split('\n');
  if (HEADER.exec(header)?.[1]?.toUpperCase() !== id) return err(`expected CSV with the columns date and ${id}`);
  const rows: DayValue[] = [];
  for (const line of lines) {
    const [date = '', cell = '', ...more] = line.trim().split(',');
    if (date === '' || cell === '' || cell === '.') continue;
    if (more.length > 0) return err('expected two cells in each row');
    rows.push({ day: isoDay(date), value: Number(cell) });
  }
  return ok(rows);
}

/** Dates of a release. */
export type ReleaseDatesPayload = Readonly<Record<'release_dates', readonly Values<'release_id' | 'date'>[]>>;
export const releaseDatesPayload: TUnsafe<ReleaseDatesPayload> = Type.Unsafe(
  Type.Object(
    { release_dates: Type.Array(row(['release_id', 'date'], ['release_name', 'release_last_updated'])) },
    { additionalProperties: true },
  ),
);

/** Dates, `YYYY-MM-DD`, each once; what is none is left out. */
export function parseReleaseDates(payload: ReleaseDatesPayload): readonly string[] {
  const dates = payload.release_dates.flatMap(({ date }) =>
    typeof date === 'string' && !Number.isNaN(isoDay(date)) ? [date] : [],
  );
  return [...new Set(dates)].toSorted();
}

/** An error in an answer of the API. */
export function fredRefusal(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error_message' in body)) return undefined;
  return String(body.error_message).slice(0, 200);
}
