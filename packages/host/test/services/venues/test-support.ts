/** Operations over venues without a host: the seeded market, venues that can be switched off, a clock, stores in memory. */

import { OTHER_VENUES, PERP_VENUES, type PerpVenueName } from '@barograph/contract';
import { DAY_MS, err, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import type { FeedProblem } from '../../../../sources/src/market/feed.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { createOtherVenues, type OtherVenuesParts } from '../../../../runtime/src/producers/venues/on-demand.ts';
import { OTHER_VENUES_V1 } from '../../../../runtime/src/producers/venues/config.ts';
import type { VenueArchiveStore } from '../../../../runtime/src/producers/venues/archived-days.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { asker, type Asker } from '../../ask.ts';
import { memoryStates } from '../../test-support.ts';
import { movableClock } from '../../../../runtime/test/test-support.ts';

/** Within a minute, an hour and a day; before the last funding of an eight hour interval. */
export const NOW: number = SIMULATOR_V2.start + 100 * DAY_MS + 5 * HOUR_MS + 7 * MINUTE_MS + 12_345;

const AWAY: FeedProblem = { code: 'stale_source', reason: 'it was switched off' };

/** A market whose venues can be switched off. */
export interface SwitchedMarket {
  readonly market: Market;
  /** Venues that do not answer. */
  readonly away: Set<PerpVenueName>;
  /** Names of the feeds that were asked, in order, with their venue. */
  readonly asked: string[];
}

/** Made once: its hours are kept from test to test. */
const SEEDED = openMarket([createSimulatedSource(SIMULATOR_V2)]);

/** Patience of a busy machine. */
const PATIENT = { ...OTHER_VENUES_V1, waitMs: 30_000, historyWaitMs: 30_000 };

/** The same market, venue by venue. */
export function switched(source: Market = SEEDED): SwitchedMarket {
  const away = new Set<PerpVenueName>();
  const asked: string[] = [];
  const market: Market = {
    ...source,
    read: async (name, query) => {
      const ofPerps = name === 'contexts' || name === 'funding' ? 'perpdex' : 'cexa';
      const venue = PERP_VENUES.find((one) => 'venue' in query && query.venue === one) ?? ofPerps;
      asked.push(`${name} ${venue}`);
      return away.has(venue) ? err(AWAY) : source.read(name, query);
    },
  };
  return { market, away, asked };
}

/** No days. */
export const NO_ARCHIVE: VenueArchiveStore = {
  observations: { firstTime: async () => undefined },
  sampleDays: { read: async () => [] },
  venueDays: { read: async () => [], first: async () => undefined },
};

/** Operations over a market. */
export interface AskedVenues {
  readonly asks: Asker;
  readonly clock: ReturnType<typeof movableClock>;
  readonly states: EngineStates;
  readonly errors: unknown[];
}

/** Opens the service over a market; states that are given are those of a process before. */
export function askVenues(market: Market, given: Partial<OtherVenuesParts> = {}, now: number = NOW): AskedVenues {
  const clock = movableClock(now);
  const errors: unknown[] = [];
  const states = memoryStates();
  const service = createOtherVenues({
    market,
    clock,
    states,
    store: NO_ARCHIVE,
    timeline: 'test',
    report: (error) => errors.push(error),
    config: PATIENT,
    ...given,
  });
  const ports = new Map<string, unknown>([[OTHER_VENUES.name, service]]);
  const asks = asker({ source: market, latest: () => undefined, now: () => clock.now(), ports });
  return { asks, clock, states, errors };
}
