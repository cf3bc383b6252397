/** Readings of an index by the day: publishers say one a day, or one an hour. */

import { DAY_MS } from '@barograph/core';
import type { OutlookQuery, OutlookSeries } from '../market/outlook.ts';
import { seriesWithin } from '../polled/rows-since.ts';

/** The last reading of each UTC day within `(from, asOf]`: of today the one that is known by now. */
export function moodWithin(series: OutlookSeries, query: OutlookQuery): OutlookSeries {
  const { time, value } = seriesWithin(series, query);
  const isLast = (_: number, i: number): boolean =>
    i === time.length - 1 || Math.floor(time[i]! / DAY_MS) !== Math.floor(time[i + 1]! / DAY_MS);
  return { time: time.filter(isLast), value: value.filter(isLast) };
}
