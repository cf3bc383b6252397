/** The bars of a symbol that a refresh needs: pulled once, whatever number of engines they are for. */

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
  /** From the open of a UTC day on; undefined where the source has no hours. */
  readonly hours: Candles | undefined;
  /** The last completed days, as many as a peg is read from; where the source has no hours, all that are new too. */
  readonly days: Candles;
  /** On a cold start, the completed days before the first of `hours`: a venue keeps days for longer than hours. */
  readonly olderDays: Candles;
}

/** No bars. */
export const NO_BARS: Candles = candles(candleColumns(0));

/** A day that has been left out, and one that is cut by the window. */
const SPARE_DAYS = 2;

const firstRecent = (asOf: number): number => asOf - (PEG_V1.days + SPARE_DAYS) * DAY_MS;

/** The days that a peg, and the faults of a symbol's days, are read from. */
export function recentDays(days: Candles, asOf: number): Candles {
  return sliceCandles(days, firstAtOrAfter(days, firstRecent(asOf)));
}

/**
 * @param lastHour open of the last hour that every engine has seen; null when one has seen nothing.
 * @throws {SourceError} the source did not bring its bars.
 */
export async function pullBars(
  market: MarketReader,
  listing: Listing,
  lastHour: number | null,
  asOf: number,
): Promise<PulledBars> {
  const next = lastHour === null ? 0 : lastHour + HOUR_MS;
  // The days are made anew from their first hour on, and the volume is of 24 hours.
  const from = lastHour === null ? 0 : bucketOpen(Math.min(next, asOf - DAY_MS), DAY_MS);
  const hours = await market.closedBars(listing, '1h', from, asOf);
  const pegFrom = firstRecent(asOf);
  const isCold = lastHour === null;
  const daysFrom = isCold || hours === undefined ? Math.min(next, pegFrom) : pegFrom;
  const days = (await market.closedBars(listing, '1d', daysFrom, asOf)) ?? NO_BARS;
  if (hours === undefined) return { hours, days, olderDays: NO_BARS };
  return { ...splitAtFirstHour(hours, isCold ? days : NO_BARS), days: recentDays(days, asOf) };
}

/** A day that the hours begin within comes whole, as a day; its hours are left out. */
function splitAtFirstHour(hours: Candles, days: Candles): Pick<PulledBars, 'hours' | 'olderDays'> {
  const first = hours.time[0];
  if (first === undefined) return { hours, olderDays: days };
  const olderDays = sliceCandles(days, 0, firstAtOrAfter(days, first));
  const last = olderDays.time[olderDays.length - 1];
  if (last === undefined || last + DAY_MS <= first) return { hours, olderDays };
  return { hours: sliceCandles(hours, firstAtOrAfter(hours, last + DAY_MS)), olderDays };
}
