/** Series of the surroundings that are kept in memory, and what of them a query is about. */

import { err, ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedName } from '../market/feeds.ts';
import type { OutlookQuery, OutlookSeries } from '../market/outlook.ts';
import { rowsWithin } from '../files/rows-within.ts';
import type { LastGood } from '../last-good.ts';

/** The rows of a series within `(from, asOf]`, without a copy. */
export function seriesWithin({ time, value }: OutlookSeries, { from, asOf }: OutlookQuery): OutlookSeries {
  const [first, end] = rowsWithin(time, from, asOf);
  return { time: time.subarray(first, end), value: value.subarray(first, end) };
}

/** Columns of `[time, value]` rows: ascending, of two at one moment the last. */
export function columnsOf(rows: readonly (readonly [time: number, value: number])[]): OutlookSeries {
  const byTime = new Map(rows.toSorted(([a], [b]) => a - b));
  return { time: Float64Array.from(byTime.keys()), value: Float64Array.from(byTime.values()) };
}

/** Rows under the condition of a source: not there yet, there, or there and stale. */
export function underCondition<Rows>(
  feed: FeedName,
  condition: Pick<LastGood<null>, 'series' | 'state'>,
  now: number,
  rows: () => Rows,
): Result<Series<Rows>, FeedProblem> {
  const series = condition.series(now);
  if (series.ok) return ok({ ...series.value, rows: rows() });
  const isWarming = condition.state(feed, now).status === 'warming';
  return err({ ...series.error, ...(isWarming ? { isWarming } : {}) });
}
