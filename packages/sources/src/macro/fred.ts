/**
 * Series of FRED, as CSV without a key.
 *
 * @source FRED, `fredgraph.csv?id=` (header `observation_date,ID`, once `DATE,ID`; a missing value is a dot or empty). No
 *   recorded answer was found; the recorded answers of `fred/series/observations` have the same dates and dots.
 */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import type { DayValue } from '@barograph/files';
import { readPayload, textReader } from './body.ts';
import { isoDay } from './iso-day.ts';
import type { Publisher } from './publisher.ts';

const HEADER = /^\uFEFF?"?(?:observation_date|date)"?,"?([\w.]+)"?\r?$/i;

/** Parses the values of a series, without days that lack a value. Returns the error in one line. */
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

/** Series of the config, one request each. */
export const FRED: Publisher = {
  source: 'fred',
  budget: 'fred',
  tasks: ({ clock, config, store, task }) =>
    config.fred.map(({ id, name, publication }) => {
      const series = store({ name, publisher: `FRED ${id}`, publication });
      return task(
        config.everyMs.fred,
        () => ({
          path: '/graph/fredgraph.csv',
          query: { id, cosd: new Date(clock.now() - config.historyDays * DAY_MS).toISOString().slice(0, 10) },
          schema: readPayload<readonly DayValue[]>(),
          reader: textReader((text) => parseFredCsv(text, id)),
        }),
        ({ value, fetchedAt }) => series.take(value, fetchedAt),
      );
    }),
};
