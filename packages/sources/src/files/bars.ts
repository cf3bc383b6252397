/** Bars feed of bar files. Bars that close after a query's `asOf` are never shown. */

import {
  bucketOpen,
  err,
  ok,
  stepMs,
  type Candles,
  type DataProblem,
  type Interval,
  type Result,
} from '@barograph/core';
import type { BarsFeed } from '../market/feed.ts';
import { listingKey, VENUES, type Listing, type Venue } from '../market/listing.ts';
import type { VenueCoverage } from '../market/source.ts';
import { closedBy, windowOf } from '../market/window.ts';

/** All bars of one symbol on one venue. */
export interface BarSeries extends Listing {
  readonly interval: Interval;
  readonly bars: Candles;
  /** Base units bought by takers, by bar; absent when the file lacks the column. */
  readonly takerBuy?: Float64Array;
}

/** Problem of the first row that does not open on an interval boundary, which prevents resampling; undefined without one. */
export function misalignedRow({ bars, interval }: Pick<BarSeries, 'bars' | 'interval'>): DataProblem | undefined {
  const row = bars.time.findIndex((time) => bucketOpen(time, stepMs(interval)) !== time);
  if (row === -1) return undefined;
  const expected = `an open on a ${interval} boundary, UTC`;
  return { code: 'bad_value', row: row + 1, column: 'timestamp', expected, got: String(bars.time[row]) };
}

/** Bars feed of files, with its coverage. */
export interface FilesBars {
  readonly feed: BarsFeed;
  coverage(asOf: number): readonly VenueCoverage[];
}

/**
 * Creates a bars feed over the bars of files.
 * @param series unique by venue and symbol, times aligned to the interval.
 */
export function createFilesBars(series: readonly BarSeries[]): FilesBars {
  const byKey = new Map(series.map((bars) => [listingKey(bars), bars]));
  const ordered = VENUES.flatMap((venue) =>
    series.filter((bars) => bars.venue === venue).sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
  );
  const known = ({ bars, interval }: BarSeries, asOf: number): Candles => closedBy(bars, stepMs(interval), asOf);
  const feed: BarsFeed = {
    listings: async (asOf) =>
      ordered.filter((bars) => known(bars, asOf).length > 0).map(({ symbol, venue }) => ({ symbol, venue })),
    pull: async (request) => {
      const { asOf } = request;
      const file = byKey.get(listingKey(request));
      const closed = file === undefined ? undefined : known(file, asOf);
      if (file === undefined || closed === undefined || closed.length === 0) {
        return err({ code: 'unknown_symbol', reason: `${request.venue} does not list ${request.symbol}` });
      }
      if (stepMs(request.interval) < stepMs(file.interval)) {
        const reason = `the bar files of ${file.symbol} hold ${file.interval} bars, nothing finer`;
        return err({ code: 'unavailable', reason });
      }
      return ok({ rows: windowOf(closed, file.interval, request.interval, request.window, asOf), asOf });
    },
  };
  return {
    feed,
    coverage: (asOf) =>
      VENUES.map((venue) =>
        coverageOf(
          venue,
          ordered.filter((bars) => bars.venue === venue && known(bars, asOf).length > 0),
          (bars) => known(bars, asOf),
        ),
      ),
  };
}

function coverageOf(venue: Venue, series: readonly BarSeries[], known: (bars: BarSeries) => Candles): VenueCoverage {
  let bars = 0;
  let lastClose: number | null = null;
  let shortest: Interval | null = null;
  for (const entry of series) {
    const closed = known(entry);
    bars += closed.length;
    lastClose = Math.max(lastClose ?? 0, closed.time[closed.length - 1]! + stepMs(entry.interval));
    if (shortest === null || stepMs(entry.interval) < stepMs(shortest)) shortest = entry.interval;
  }
  return { venue, symbols: series.length, bars, interval: shortest, lastClose };
}

/** First open and last close over all series, epoch ms: the range of a replay. */
export function spanOf(
  series: readonly BarSeries[],
): Result<{ readonly first: number; readonly last: number }, string> {
  let first = Infinity;
  let last = -Infinity;
  for (const { bars, interval } of series) {
    if (bars.length === 0) continue;
    first = Math.min(first, bars.time[0]!);
    last = Math.max(last, bars.time[bars.length - 1]! + stepMs(interval));
  }
  return first < last ? ok({ first, last }) : err('no bars');
}
