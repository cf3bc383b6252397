/** Folders of bar files as a feed of bars. Nothing that closes after the moment of a question is ever shown. */

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
  /** Units of the base that takers bought, one for each bar; left out where the file does not say. */
  readonly takerBuy?: Float64Array;
}

/** The first row that does not open on a boundary of its interval: it could not be resampled. */
export function misalignedRow({ bars, interval }: Pick<BarSeries, 'bars' | 'interval'>): DataProblem | undefined {
  const row = bars.time.findIndex((time) => bucketOpen(time, stepMs(interval)) !== time);
  if (row === -1) return undefined;
  const expected = `an open on a ${interval} boundary, UTC`;
  return { code: 'bad_value', row: row + 1, column: 'timestamp', expected, got: String(bars.time[row]) };
}

/** Bars of files, with what they cover. */
export interface FilesBars {
  readonly feed: BarsFeed;
  coverage(asOf: number): readonly VenueCoverage[];
}

/** @param series each (venue, symbol) once, times aligned. */
export function createFilesBars(series: readonly BarSeries[]): FilesBars {
  const byKey = new Map(series.map((one) => [listingKey(one), one]));
  const ordered = VENUES.flatMap((venue) =>
    series.filter((one) => one.venue === venue).sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
  );
  const known = ({ bars, interval }: BarSeries, asOf: number): Candles => closedBy(bars, stepMs(interval), asOf);
  const feed: BarsFeed = {
    listings: async (asOf) =>
      ordered.filter((one) => known(one, asOf).length > 0).map(({ symbol, venue }) => ({ symbol, venue })),
    pull: async (request) => {
      const { asOf } = request;
      const one = byKey.get(listingKey(request));
      const closed = one === undefined ? undefined : known(one, asOf);
      if (one === undefined || closed === undefined || closed.length === 0) {
        return err({ code: 'unknown_symbol', reason: `${request.venue} does not list ${request.symbol}` });
      }
      if (stepMs(request.interval) < stepMs(one.interval)) {
        const reason = `the bar files of ${one.symbol} hold ${one.interval} bars, nothing finer`;
        return err({ code: 'unavailable', reason });
      }
      return ok({ rows: windowOf(closed, one.interval, request.interval, request.window, asOf), asOf });
    },
  };
  return {
    feed,
    coverage: (asOf) =>
      VENUES.map((venue) =>
        coverageOf(
          venue,
          ordered.filter((one) => one.venue === venue && known(one, asOf).length > 0),
          (one) => known(one, asOf),
        ),
      ),
  };
}

function coverageOf(venue: Venue, series: readonly BarSeries[], known: (one: BarSeries) => Candles): VenueCoverage {
  let bars = 0;
  let lastClose: number | null = null;
  let shortest: Interval | null = null;
  for (const one of series) {
    const closed = known(one);
    bars += closed.length;
    lastClose = Math.max(lastClose ?? 0, closed.time[closed.length - 1]! + stepMs(one.interval));
    if (shortest === null || stepMs(one.interval) < stepMs(shortest)) shortest = one.interval;
  }
  return { venue, symbols: series.length, bars, interval: shortest, lastClose };
}

/** First open and last close over all series, epoch ms: what a replay may run through. */
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
