/** Point-in-time reference data from files. */

import { describeProblem, err, ok, type Result } from '@barograph/core';
import { readReference as readFolder, REFERENCE_FILES_V1 } from '@barograph/files';
import { coinOfProtocol } from '@barograph/stress';
import type { FeedProblem, Series } from '../market/feed.ts';
import { FEED_NAMES, type Feeds } from '../market/feeds.ts';
import { settledState, type Source } from '../market/source.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { outlookFeeds, outlookReach } from './outlook.ts';
import { createEventFeeds } from './events.ts';

/** Feeds of reference data. */
type ReferenceFeeds = Partial<Feeds>;

/** Contents of a reference folder. */
export interface ReferenceFiles {
  readonly source: Source;
  /** Time when the last row became known, epoch ms. */
  readonly lastKnownAt: number;
  /** Dropped rows, a line per kind and reason. */
  readonly skipped: readonly string[];
}

/** Newest value known by a time. */
function newest<One extends { readonly knownAt: number }, Rows>(
  all: readonly One[],
  asOf: number,
  what: string,
  rowsOf: (row: One) => Rows,
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
 * Reads a folder of reference data: see `readReference` of `@barograph/files`. A daily table becomes known when the day
 * ends, a schedule at its own time, macro series and moods at their publication.
 *
 * @param now epoch ms; later values are dropped.
 * @throws {unknown} the reason of `signal`, which aborts the reading.
 * @returns a source with its reach, or the error of a file in one line.
 */
export async function readReference(
  folder: string,
  now: number,
  signal?: AbortSignal,
): Promise<Result<ReferenceFiles, string>> {
  const read = await readFolder(folder, REFERENCE_FILES_V1, now, signal);
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
    ...outlookFeeds(read.value),
    ...createEventFeeds(read.value),
  };
  const names = FEED_NAMES.filter((name) => feeds[name] !== undefined);
  const meter = createUpstreamMeter('reference');
  const skipped = Object.entries(read.value.dropped).map(([what, count]) => {
    const [kind, reason] = [what.slice(0, what.lastIndexOf(' ')), what.slice(what.lastIndexOf(' ') + 1)];
    for (let i = 0; i < count; i++) meter.dropped(kind, reason.replaceAll('_', ' '));
    return `${folder}: ${count} rows of ${kind} left out, ${reason.replaceAll('_', ' ')}`;
  });
  const source: Source = {
    id: 'reference',
    kind: 'files',
    feeds,
    start: async () => undefined,
    close: async () => undefined,
    upstreams: () => [meter.reading()],
    state: (asOf) => settledState(names, asOf, []),
  };
  const lastKnownAt = Math.max(...[...tables, ...schedules].map(({ knownAt }) => knownAt), outlookReach(read.value));
  return ok({ source, lastKnownAt, skipped });
}
