/** The loopback venue: the simulator behind the protocol of the perp venue, with faults on demand. */

import { epochMs, err, MINUTE_MS, ok, type Result } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Clock } from '@barograph/sources';
import { createSimulatedSource } from '@barograph/sources/simulated';
import type { ExchangeFeeds } from './cexa.ts';
import { createCexaSockets, isCexaStream } from './cexa-sockets.ts';
import type { NewsFeeds } from './feeds.ts';
import type { FaultOrder } from './fault-order.ts';
import { createFaults, type FaultRecord, type Faults } from './faults.ts';
import type { ExchangeParts } from './cexa-route.ts';
import { createRoutes, VENUE_PATH, type VenueState } from './http.ts';
import type { OtherFeeds } from './dexb.ts';
import { createOtherVenues } from './others.ts';
import type { OutlookFeeds } from './outlook.ts';
import type { ReferenceFeeds } from './reference.ts';
import { createVenueAccounts } from './accounts.ts';
import { createVenuePerps } from './perps.ts';
import { createSockets } from './sockets.ts';
import { exchangeConfig, venueConfig } from './universe.ts';
import { BUDGET, createWeightMeter } from './weight.ts';

/** Options of a venue. */
export interface VenueOptions {
  readonly clock: Clock;
  /** Clock seconds per real second; 0 stops the clock. */
  readonly speed: number;
  readonly seed: string;
  /** Clock for counting weight per minute. @default the machine's monotonic clock */
  readonly weightClock?: 'machine' | 'venue' | undefined;
  /** Number of perps. @default the simulator's */
  readonly coins?: number | undefined;
  /** Number of spot pairs of the large exchange. @default the simulator's */
  readonly pairs?: number | undefined;
  /** Feeds behind the other venues. @default the simulator's */
  readonly feeds?: (ExchangeFeeds & OtherFeeds & OutlookFeeds & NewsFeeds & ReferenceFeeds) | undefined;
}

/** A venue. */
export interface Venue {
  /** @returns the base URL: `http://127.0.0.1:8790/perpdex`. */
  listen(host: string, port: number): Promise<string>;
  /** Orders a fault. @returns its record, or the reason for refusal in one line. */
  fault(order: FaultOrder): Result<FaultRecord, string>;
  state(): VenueState;
  close(): Promise<void>;
}

/**
 * Opens a venue; call `listen` to serve it.
 *
 * @example
 * const venue = openVenue({ clock: createSystemClock(), speed: 1, seed: 'barograph' });
 * const url = await venue.listen('127.0.0.1', 8790);
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the parts of one server, which share clock and faults
export function openVenue(options: VenueOptions): Venue {
  const { clock, speed, seed, coins, pairs, weightClock = 'machine' } = options;
  const perps = createVenuePerps(venueConfig(seed, coins));
  const world = { perps, accounts: createVenueAccounts(perps) };
  const now = (): number => epochMs(Math.max(0, clock.now() + faults.offset()));
  const weightNow = weightClock === 'venue' ? () => clock.now() : () => performance.now();
  const meter = createWeightMeter(weightNow);
  let feeds = options.feeds;
  const exchange: ExchangeParts = {
    feeds: () => (feeds ??= createSimulatedSource(exchangeConfig(seed, coins, pairs)).feeds),
    began: SIMULATOR_V2.start,
    meters: {
      spot: createWeightMeter(weightNow, 6000),
      futures: createWeightMeter(weightNow, 2400),
      funding: createWeightMeter(weightNow, 500, 5 * MINUTE_MS),
      data: createWeightMeter(weightNow, 1000, 5 * MINUTE_MS),
    },
  };
  const cexa = createCexaSockets({ clock, speed, now, feeds: exchange.feeds, faults: () => faults });
  const others = createOtherVenues({
    clock,
    speed,
    now,
    limitNow: weightNow,
    feeds: exchange.feeds,
    faults: () => faults,
  });
  const sockets = createSockets({ clock, speed, now, world, faults: () => faults });
  const faults: Faults = createFaults(clock, {
    disconnect: () => {
      sockets.disconnect();
      cexa.disconnect();
      others.disconnect();
    },
    list: (coin) => {
      const symbol = perps.list(coin, now());
      return symbol === undefined ? err(`coin: expected a new symbol, got "${coin}"`) : ok(symbol);
    },
    delist: (coin) => (perps.delist(coin, now()) ? ok(coin) : err(`coin: expected a perp that trades, got "${coin}"`)),
  });
  const state = (): VenueState => ({
    now: now(),
    offset: faults.offset(),
    sockets: sockets.count() + cexa.count() + others.count(),
    perps: perps.count(now()),
    budget: BUDGET,
    weight: meter.spent(),
    faults: faults.log(),
  });

  const server = createServer(createRoutes({ world, faults, meter, exchange, others, now, state }));
  server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const streams = path === `${VENUE_PATH}/ws` ? sockets : isCexaStream(path) ? cexa : others.streams(path);
    const isBlocked = faults.on('html_403') !== undefined || faults.on('disconnect') !== undefined;
    if (streams !== undefined && !isBlocked) return streams.upgrade(request, socket, head);
    socket.end(
      `HTTP/1.1 ${streams === undefined ? '404 Not Found' : '403 Forbidden'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    );
  });

  return {
    listen: async (host, port) => {
      // Generate years of hours before the first request.
      perps.all(now());
      server.listen({ host, port });
      await once(server, 'listening');
      const at = server.address();
      const bound = typeof at === 'object' && at !== null ? at.port : port;
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}${VENUE_PATH}`;
    },
    fault: (order) => faults.order(order),
    state,
    close: async () => {
      faults.close();
      sockets.close();
      cexa.close();
      others.close();
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
