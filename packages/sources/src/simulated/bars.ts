/** The seeded market as a feed of bars: hours for everything from 1h up, minutes below. */

import { bucketOpen, err, formingBar, HOUR_MS, ok, stepMs, type Bar, type Candles } from '@barograph/core';
import type { Market } from '@barograph/simulator';
import type { Bars, BarsRequest } from '../market/bars.ts';
import type { BarsFeed } from '../market/feed.ts';
import { listingKey, VENUES, type Listing, type Venue } from '../market/listing.ts';
import type { VenueCoverage } from '../market/source.ts';
import { windowOf } from '../market/window.ts';

/** Like a venue, the simulated one keeps so many bars of an interval shorter than an hour: 4 days of 1m. */
export const SIMULATED_RETENTION_BARS = 5760;

/** Bars of the simulated market, with what they cover. */
export interface SimulatedBars {
  readonly feed: BarsFeed;
  coverage(asOf: number): readonly VenueCoverage[];
}

/** @param market its listings are those of the feed. */
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
  const listed = (asOf: number): readonly Listing[] => all.filter((listing) => hoursOf(listing, asOf).length > 0);

  /** The hour that is open at `asOf`, from its closed minutes. */
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
    coverage: (asOf) => VENUES.map((venue) => coverageOf(venue, listed(asOf), (listing) => hoursOf(listing, asOf))),
  };
}

function coverageOf(venue: Venue, listings: readonly Listing[], hours: (listing: Listing) => Candles): VenueCoverage {
  const bars = listings.filter((listing) => listing.venue === venue).map(hours);
  const closes = bars.map(({ time, length }) => time[length - 1]! + HOUR_MS);
  return {
    venue,
    symbols: bars.length,
    bars: bars.reduce((sum, { length }) => sum + length, 0),
    interval: bars.length === 0 ? null : '1h',
    lastClose: closes.length === 0 ? null : Math.max(...closes),
  };
}
