/** Macro series, moods and releases of files, as they were known at a moment. */

import { err, ok, type Result } from '@barograph/core';
import type { MacroRows } from '@barograph/files';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import { calendarFeed } from '../macro/calendar.ts';
import { moodWithin } from '../mood/rows.ts';
import type { OutlookQuery, OutlookSeries } from '../market/outlook.ts';
import { seriesWithin } from '../polled/rows-since.ts';

/** Feeds of what surrounds the market. */
type OutlookFeeds = Partial<Pick<Feeds, 'fearGreed' | 'macro' | 'macroCalendar'>>;

/** The newest moment of some series by `asOf`; what was not known yet is no answer. */
function within<Rows>(
  what: string,
  all: readonly OutlookSeries[],
  { asOf }: OutlookQuery,
  rows: () => Rows,
): Result<Series<Rows>, FeedProblem> {
  const known = all.map(({ time }) => time.findLast((one) => one <= asOf) ?? -Infinity);
  const newest = Math.max(...known);
  if (newest > -Infinity) return ok({ rows: rows(), asOf: newest });
  const first = new Date(Math.min(...all.map(({ time }) => time[0] ?? Infinity))).toISOString();
  return err({ code: 'unavailable', reason: `no ${what} was known; the first is from ${first}` });
}

/** Feeds of the rows that there are; an operator's own releases stand in for those of the shipped calendar. */
export function outlookFeeds({ fearGreed, macro, releases }: MacroRows): OutlookFeeds {
  return {
    ...(fearGreed.length === 0
      ? {}
      : {
          fearGreed: {
            pull: async (query) =>
              within('fear and greed', fearGreed, query, () => ({
                indices: fearGreed.map((one) => ({ ...moodWithin(one, query), publisher: one.publisher })),
              })),
          },
        }),
    ...(macro.length === 0
      ? {}
      : {
          macro: {
            pull: async (query) =>
              within('macro series', macro, query, () => ({
                series: macro.map((one) => ({ ...seriesWithin(one, query), name: one.name, publisher: one.publisher })),
              })),
          },
        }),
    ...(releases.length === 0 ? {} : { macroCalendar: calendarFeed(releases) }),
  };
}

/** Moment at which the last of it became known, epoch ms. */
export function outlookReach({ fearGreed, macro }: MacroRows): number {
  return Math.max(...[...fearGreed, ...macro].map(({ time }) => time.at(-1) ?? -Infinity));
}
