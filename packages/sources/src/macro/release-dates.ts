/**
 * Release dates from the FRED API, which requires a key.
 *
 * @source FRED, API reference of `fred/release/dates`. No recorded answer was found.
 */

import { releaseOn, type ScheduledRelease } from '@barograph/stress/risk';
import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import { isoDay } from './iso-day.ts';
import type { Publisher } from './publisher.ts';

/** Dates of a release. */
export type ReleaseDatesPayload = Readonly<Record<'release_dates', readonly Values<'release_id' | 'date'>[]>>;
export const releaseDatesPayload: TUnsafe<ReleaseDatesPayload> = Type.Unsafe(
  Type.Object(
    { release_dates: Type.Array(row(['release_id', 'date'], ['release_name', 'release_last_updated'])) },
    { additionalProperties: true },
  ),
);

/** Valid dates, `YYYY-MM-DD`, without duplicates. */
export function parseReleaseDates(payload: ReleaseDatesPayload): readonly string[] {
  const dates = payload.release_dates.flatMap(({ date }) =>
    typeof date === 'string' && !Number.isNaN(isoDay(date)) ? [date] : [],
  );
  return [...new Set(dates)].toSorted();
}

/** Error text of an answer; undefined without an error. */
export function fredRefusal(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error_message' in body)) return undefined;
  return String(body.error_message).slice(0, 200);
}

/** Received dates, and the publisher behind them. */
export interface ReleaseDates {
  readonly publisher: Publisher;
  all(): readonly ScheduledRelease[];
}

/** Creates the release dates of the config; empty before the first answer. */
export function createReleaseDates(key: string): ReleaseDates {
  const byPrint = new Map<string, readonly ScheduledRelease[]>();
  const parameters = {
    file_type: 'json',
    include_release_dates_with_no_data: 'true',
    sort_order: 'desc',
    limit: '60',
  };
  const publisher: Publisher = {
    source: 'fred_api',
    budget: 'fredApi',
    key: { in: 'query', name: 'api_key', value: key },
    tasks: ({ config, task }) =>
      config.releases.map(({ id, print }) => {
        const query = { release_id: String(id), ...parameters };
        const ask = { path: '/fred/release/dates', query, schema: releaseDatesPayload, refusalOf: fredRefusal };
        return task(
          config.everyMs.calendar,
          () => ask,
          ({ value, fetchedAt }) => {
            const known = new Map((byPrint.get(print) ?? []).map((release) => [release.time, release]));
            const read = parseReleaseDates(value).map((date) => {
              const release = releaseOn(print, date);
              return known.get(release.time) ?? { ...release, knownAt: fetchedAt, withdrawnAt: null };
            });
            byPrint.set(print, read);
          },
        );
      }),
  };
  return { publisher, all: () => [...byPrint.values()].flat() };
}
