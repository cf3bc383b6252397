/** Point-in-time feeds of macro series, moods and releases from files. */

import { err, ok, type Result } from '@barograph/core';
import type { MacroRows } from '@barograph/files';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import { calendarFeed } from '../macro/calendar.ts';
import { moodWithin } from '../mood/rows.ts';
import type { OutlookQuery, OutlookSeries } from '../market/outlook.ts';
import { seriesWithin } from '../polled/rows-since.ts';

/** Macro and mood feeds. */
type OutlookFeeds = Partial<Pick<Feeds, 'fearGreed' | 'macro' | 'macroCalendar'>>;

/** Answers with the newest time of the series up to `asOf`; a problem before the first. */
function within<Rows>(
  what: string,
  all: readonly OutlookSeries[],
  { asOf }: OutlookQuery,
  rows: () => Rows,
): Result<Series<Rows>, FeedProblem> {
  const known = all.map(({ time }) => time.findLast((moment) => moment <= asOf) ?? -Infinity);
  const newest = Math.max(...known);
  if (newest > -Infinity) return ok({ rows: rows(), asOf: newest });
  const first = new Date(Math.min(...all.map(({ time }) => time[0] ?? Infinity))).toISOString();
  return err({ code: 'unavailable', reason: `no ${what} was known; the first is from ${first}` });
}

/** Feeds of the rows present. The operator's releases replace the built-in calendar. */
export function outlookFeeds({ fearGreed, macro, releases }: MacroRows): OutlookFeeds {
  return {
    ...(fearGreed.length === 0
      ? {}
      : {
          fearGreed: {
            pull: async (query) =>
              within('fear and greed', fearGreed, query, () => ({
                indices: fearGreed.map((index) => ({ ...moodWithin(index, query), publisher: index.publisher })),
              })),
          },
        }),
    ...(macro.length === 0
      ? {}
      : {
          macro: {
            pull: async (query) =>
              within('macro series', macro, query, () => ({
                series: macro.map((series) => ({
                  ...seriesWithin(series, query),
                  name: series.name,
                  publisher: series.publisher,
                })),
              })),
          },
        }),
    ...(releases.length === 0 ? {} : { macroCalendar: calendarFeed(releases) }),
  };
}

/** Time when the last row became known, epoch ms. */
export function outlookReach({ fearGreed, macro }: MacroRows): number {
  return Math.max(...[...fearGreed, ...macro].map(({ time }) => time.at(-1) ?? -Infinity));
}
