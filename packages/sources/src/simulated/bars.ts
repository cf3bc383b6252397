/** The seeded market as a feed of bars: hours for everything from 1h up, minutes below. */

import { bucketOpen, err, formingBar, HOUR_MS, ok, stepMs, type Bar, type Candles } from '@barograph/core';
import type { Market } from '@barograph/simulator';
import type { Bars, BarsRequest } from '../market/bars.ts';
import type { BarsFeed } from '../market/feed.ts';
import { listingKey, VENUES, type Listing, type Venue } from '../market/listing.ts';
import type { VenueCoverage } from '../market/source.ts';
import { windowOf } from '../market/window.ts';

/** Bars kept per interval shorter than an hour, as at a venue: 4 days of 1m. */
export const SIMULATED_RETENTION_BARS = 5760;

/** Bars feed of the simulated market, with its coverage. */
export interface SimulatedBars {
  readonly feed: BarsFeed;
  coverage(asOf: number): readonly VenueCoverage[];
}

/**
 * Creates the bars feed of a simulated market.
 * @param market market whose listings the feed has.
 */
export function createSimulatedBars(market: Market): SimulatedBars {
  const all: readonly Listing[] = VENUES.flatMap((venue) =>
    market.config.listings
      .filter((listing) => listing.venue === venue)
      .map(({ symbol }) => ({ symbol, venue }))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
  );
  const known = new Set(all.map(listingKey));

  const hoursOf = ({ symbol, venue }: Listing, asOf: number): Candles =>
    market.candles(symbol, venue, '1h', 0, Math.max(0, asOf));
  const minutesOf = ({ symbol, venue }: Listing, from: number, to: number): Candles =>
    market.candles(symbol, venue, '1m', Math.max(0, from), Math.max(0, from, to));
  const spans = new Map(market.config.listings.map((listing) => [listingKey(listing), listing]));
  /** Opens of the first hour and of the one after the last closed hour, epoch ms. A question about them generates no hours. */
  const spanOf = (listing: Listing, asOf: number): readonly [from: number, to: number] => {
    const { listedAfter, delistedAfter } = spans.get(listingKey(listing))!;
    const { start } = market.config;
    const from = start + listedAfter;
    const to = Math.min(start + Math.floor((asOf - start) / HOUR_MS) * HOUR_MS, start + (delistedAfter ?? Infinity));
    return [from, Math.max(from, to)];
  };
  const listed = (asOf: number): readonly Listing[] =>
    all.filter((listing) => {
      const [from, to] = spanOf(listing, asOf);
      return to > from;
    });

  /** Open hour at `asOf`, from its closed minutes. */
  const openHour = (listing: Listing, asOf: number): Bar | undefined =>
    formingBar(minutesOf(listing, bucketOpen(asOf, HOUR_MS), asOf), '1m', '1h', asOf);

  const fine = (request: BarsRequest): Bars => {
    const { interval, window, asOf } = request;
    const step = stepMs(interval);
    const hours = hoursOf(request, asOf);
    const lastClose = hours.length === 0 ? asOf : hours.time[hours.length - 1]! + HOUR_MS;
    const anchor = openHour(request, asOf) === undefined ? Math.min(asOf, lastClose) : asOf;
    const wanted = window.kind === 'last' ? bucketOpen(anchor, step) - window.count * step : window.from;
    const from = bucketOpen(Math.max(wanted, asOf - SIMULATED_RETENTION_BARS * step) + step - 1, step);
    const to = window.kind === 'last' ? asOf : Math.min(asOf, window.to + step);
    const minutes = minutesOf(request, from, to);
    return windowOf(minutes, '1m', interval, window, asOf);
  };

  const rowsOf = (request: BarsRequest): Bars => {
    const { interval, window, asOf } = request;
    if (stepMs(interval) < HOUR_MS) return fine(request);
    return windowOf(hoursOf(request, asOf), '1h', interval, window, asOf, openHour(request, asOf));
  };

  return {
    feed: {
      listings: async (asOf) => listed(asOf),
      pull: async (request) =>
        known.has(listingKey(request))
          ? ok({ rows: rowsOf(request), asOf: request.asOf })
          : err({ code: 'unknown_symbol', reason: `${request.venue} does not list ${request.symbol}` }),
    },
    coverage: (asOf) => VENUES.map((venue) => coverageOf(venue, listed(asOf), (listing) => spanOf(listing, asOf))),
  };
}

function coverageOf(
  venue: Venue,
  listings: readonly Listing[],
  spanOf: (listing: Listing) => readonly [from: number, to: number],
): VenueCoverage {
  const spans = listings.filter((listing) => listing.venue === venue).map(spanOf);
  return {
    venue,
    symbols: spans.length,
    bars: spans.reduce((sum, [from, to]) => sum + (to - from) / HOUR_MS, 0),
    interval: spans.length === 0 ? null : '1h',
    lastClose: spans.length === 0 ? null : Math.max(...spans.map(([, to]) => to)),
  };
}
