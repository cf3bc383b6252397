/** Daily readings of an index that is published daily or hourly. */

import { DAY_MS } from '@barograph/core';
import type { OutlookQuery, OutlookSeries } from '../market/outlook.ts';
import { seriesWithin } from '../polled/rows-since.ts';

/** Last reading of each UTC day within `(from, asOf]`; for the current day, the last one known. */
export function moodWithin(series: OutlookSeries, query: OutlookQuery): OutlookSeries {
  const { time, value } = seriesWithin(series, query);
  const isLast = (_: number, i: number): boolean =>
    i === time.length - 1 || Math.floor(time[i]! / DAY_MS) !== Math.floor(time[i + 1]! / DAY_MS);
  return { time: time.filter(isLast), value: value.filter(isLast) };
}
