/** Reference data from files, as it was known at a moment. */

import { describeProblem, err, ok, type Result } from '@barograph/core';
import { readReference as readFolder } from '@barograph/files';
import { coinOfProtocol } from '@barograph/stress';
import type { FeedProblem, Series } from '../feed.ts';
import type { Feeds } from '../feeds.ts';
import { FEED_NAMES } from '../feeds.ts';
import { settledState, type Source } from '../source.ts';
import { createEventFeeds } from './events.ts';

/** Feeds of reference data. */
type ReferenceFeeds = Partial<Feeds>;

/** A folder, read. */
export interface ReferenceFiles {
  readonly source: Source;
  /** Moment at which the last of it became known, epoch ms. */
  readonly lastKnownAt: number;
}

/** The newest of what was known by a moment. */
function newest<One extends { readonly knownAt: number }, Rows>(
  all: readonly One[],
  asOf: number,
  what: string,
  rowsOf: (one: One) => Rows,
): Result<Series<Rows>, FeedProblem> {
  const known = all.findLast(({ knownAt }) => knownAt <= asOf);
  if (known !== undefined) return ok({ rows: rowsOf(known), asOf: known.knownAt });
  const first = all[0] === undefined ? '' : `; the first is known from ${new Date(all[0].knownAt).toISOString()} on`;
  return err({
    code: 'unavailable',
    reason: `no file of ${what} was known at ${new Date(asOf).toISOString()}${first}`,
  });
}

/**
 * Reads a folder of reference data: see `readReference` of `@barograph/files`. A table of a day is known when the day has
 * ended, a schedule from its own moment on.
 *
 * @returns a source of its own and how far it reaches, or one line that says what is wrong with a file.
 */
export async function readReference(folder: string): Promise<Result<ReferenceFiles, string>> {
  const read = await readFolder(folder);
  if (!read.ok) return err(`reference: ${describeProblem(read.error)}`);
  const { tables, categories } = read.value;
  const schedules = read.value.schedules.map(({ protocol, ...rest }) => ({ ...rest, coin: coinOfProtocol(protocol) }));
  const firstSchedule = schedules.reduce((first, { knownAt }) => Math.min(first, knownAt), Infinity);
  const feeds: ReferenceFeeds = {
    ...(tables.length === 0
      ? {}
      : { coins: { pull: async ({ asOf }) => newest(tables, asOf, 'coins', ({ rows }) => ({ coins: rows })) } }),
    ...(categories.length === 0
      ? {}
      : {
          categories: { pull: async ({ asOf }) => newest(categories, asOf, 'categories', ({ names }) => ({ names })) },
        }),
    ...(schedules.length === 0
      ? {}
      : {
          unlocks: {
            pull: async ({ asOf }) => {
              const known = schedules.filter(({ knownAt }) => knownAt <= asOf);
              if (known.length === 0) {
                const first = new Date(firstSchedule).toISOString();
                return err({ code: 'unavailable', reason: `no unlock schedule was known; the first is from ${first}` });
              }
              const asOfRows = known.reduce((last, { knownAt }) => Math.max(last, knownAt), 0);
              return ok({ rows: { schedules: known }, asOf: asOfRows });
            },
          },
        }),
    ...createEventFeeds(read.value),
  };
  const names = FEED_NAMES.filter((name) => feeds[name] !== undefined);
  const source: Source = {
    id: 'reference',
    kind: 'files',
    feeds,
    start: async () => undefined,
    close: async () => undefined,
    state: (asOf) => settledState(names, asOf, []),
  };
  return ok({ source, lastKnownAt: Math.max(...[...tables, ...schedules].map(({ knownAt }) => knownAt)) });
}
