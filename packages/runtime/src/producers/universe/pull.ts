/** Bars of a symbol for a refresh: pulled once for all engines. */

import {
  bucketOpen,
  candleColumns,
  candles,
  DAY_MS,
  firstAtOrAfter,
  HOUR_MS,
  sliceCandles,
  type Candles,
} from '@barograph/core';
import { PEG_V1 } from '@barograph/indicators';
import type { Listing } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';

/** Closed bars, oldest first. */
export interface PulledBars {
  /** Since the open of a UTC day; undefined when the source has no hourly bars. */
  readonly hours: Candles | undefined;
  /** Last completed days, as many as a peg needs; without hourly bars all new ones too. */
  readonly days: Candles;
  /** On a cold start, the completed days before the first of `hours`, because a venue keeps days longer than hours. */
  readonly olderDays: Candles;
}

/** No bars. */
export const NO_BARS: Candles = candles(candleColumns(0));

/** An incomplete day, and one truncated by the window. */
const SPARE_DAYS = 2;

const firstRecent = (asOf: number): number => asOf - (PEG_V1.days + SPARE_DAYS) * DAY_MS;

/** Days for the peg and for the faults of a symbol. */
export function recentDays(days: Candles, asOf: number): Candles {
  return sliceCandles(days, firstAtOrAfter(days, firstRecent(asOf)));
}

/**
 * Pulls the bars that the engines of a symbol lack.
 * @param lastHour open of the last hour that every engine has processed; null when an engine has processed nothing.
 * @throws {SourceError} when the source did not return its bars.
 */
export async function pullBars(
  market: MarketReader,
  listing: Listing,
  lastHour: number | null,
  asOf: number,
): Promise<PulledBars> {
  const next = lastHour === null ? 0 : lastHour + HOUR_MS;
  // Days are rebuilt from their first hour, and volume covers 24 hours.
  const from = lastHour === null ? 0 : bucketOpen(Math.min(next, asOf - DAY_MS), DAY_MS);
  const hours = await market.closedBars(listing, '1h', from, asOf);
  const pegFrom = firstRecent(asOf);
  const isCold = lastHour === null;
  const daysFrom = isCold || hours === undefined ? Math.min(next, pegFrom) : pegFrom;
  const days = (await market.closedBars(listing, '1d', daysFrom, asOf)) ?? NO_BARS;
  if (hours === undefined) return { hours, days, olderDays: NO_BARS };
  return { ...splitAtFirstHour(hours, isCold ? days : NO_BARS), days: recentDays(days, asOf) };
}

/** Reads a day in which the hours begin as a whole day; its hours are left out. */
function splitAtFirstHour(hours: Candles, days: Candles): Pick<PulledBars, 'hours' | 'olderDays'> {
  const first = hours.time[0];
  if (first === undefined) return { hours, olderDays: days };
  const olderDays = sliceCandles(days, 0, firstAtOrAfter(days, first));
  const last = olderDays.time[olderDays.length - 1];
  if (last === undefined || last + DAY_MS <= first) return { hours, olderDays };
  return { hours: sliceCandles(hours, firstAtOrAfter(hours, last + DAY_MS)), olderDays };
}
