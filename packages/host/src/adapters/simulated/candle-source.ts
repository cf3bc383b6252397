/** The seeded market as a source of bars: hours for everything from 1h up, minutes below. */

import { bucketOpen, err, formingBar, HOUR_MS, ok, stepMs, type Bar, type Candles } from '@barograph/core';
import type { Market } from '@barograph/simulator';
import {
  VENUES,
  type BarsRequest,
  type CandleSource,
  type Listing,
  type SourceState,
  type Venue,
} from '../../ports/candle-source.ts';
import { windowOf } from '../window.ts';

/** Like a venue, the simulated one keeps so many bars of an interval shorter than an hour: 4 days of 1m. */
export const SIMULATED_RETENTION_BARS = 5760;

/** @param market its listings are the listings of the source. */
export function createSimulatedSource(market: Market): CandleSource {
  const all: readonly Listing[] = VENUES.flatMap((venue) =>
    market.config.listings
      .filter((listing) => listing.venue === venue)
      .map(({ symbol }) => ({ symbol, venue }))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
  );
  const known = new Set(all.map(keyOf));

  const hoursOf = ({ symbol, venue }: Listing, asOf: number): Candles =>
    market.candles(symbol, venue, '1h', 0, Math.max(0, asOf));
  const minutesOf = ({ symbol, venue }: Listing, from: number, to: number): Candles =>
    market.candles(symbol, venue, '1m', Math.max(0, from), Math.max(0, from, to));
  const listings = (asOf: number): readonly Listing[] => all.filter((listing) => hoursOf(listing, asOf).length > 0);

  /** The hour that is open at `asOf`, from its closed minutes. */
  const openHour = (listing: Listing, asOf: number): Bar | undefined =>
    formingBar(minutesOf(listing, bucketOpen(asOf, HOUR_MS), asOf), '1m', '1h', asOf);

  const fine = (request: BarsRequest): ReturnType<typeof windowOf> => {
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

  return {
    kind: 'simulated',
    listings,
    bars: async (request) => {
      if (!known.has(keyOf(request))) {
        return err({ code: 'unknown_symbol', reason: `${request.venue} does not list ${request.symbol}` });
      }
      if (stepMs(request.interval) < HOUR_MS) return ok(fine(request));
      const hours = hoursOf(request, request.asOf);
      return ok(windowOf(hours, '1h', request.interval, request.window, request.asOf, openHour(request, request.asOf)));
    },
    state: (venue, asOf): SourceState => stateOf(venue, listings(asOf), (listing) => hoursOf(listing, asOf)),
  };
}

function keyOf({ symbol, venue }: Listing): string {
  return `${venue}:${symbol}`;
}

function stateOf(venue: Venue, listings: readonly Listing[], hours: (listing: Listing) => Candles): SourceState {
  const bars = listings.filter((listing) => listing.venue === venue).map(hours);
  const closes = bars.map(({ time, length }) => time[length - 1]! + HOUR_MS);
  return {
    symbols: bars.length,
    bars: bars.reduce((sum, { length }) => sum + length, 0),
    interval: bars.length === 0 ? null : '1h',
    lastClose: closes.length === 0 ? null : Math.max(...closes),
  };
}
