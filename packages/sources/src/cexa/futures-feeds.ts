/** Perp feeds of the large exchange: current state, settlements, open interest and accounts. */

import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import type { VenuePerps } from '../market/venues.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig } from './config.ts';
import { createPerpsList, elsewhere } from './venue-perps.ts';
import type { Polled } from './polled.ts';
import { createSamplesFeeds } from './samples.ts';
import { createSettlementsFeed } from './settlements.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Perp feeds and the list of perps behind them. */
export interface FuturesFeeds {
  readonly feeds: Pick<Feeds, 'venuePerps' | 'settlements' | 'venueOpenInterest' | 'longShort'>;
  readonly perps: Polled<VenuePerps>;
  state(now: number): readonly FeedState[];
}

/** Creates the perp feeds of the venue. */
export function createFuturesFeeds(client: CexaClient, clock: Clock, config: CexaConfig): FuturesFeeds {
  const list = createPerpsList(client, clock, config);
  const shared = createSharedAnswers(clock, config.sharedMs, config.sharedKept);
  const perps = list.polled;
  return {
    perps,
    feeds: {
      venuePerps: { pull: async ({ venue }) => elsewhere(venue) ?? perps.series() },
      settlements: createSettlementsFeed(client, list, shared, config),
      ...createSamplesFeeds(client, list, shared, clock, config),
    },
    // Feeds queried per perp share the state of the list until a query fails.
    state: (now) => {
      const state = perps.state('venuePerps', now);
      return [
        state,
        { ...state, feed: 'settlements' },
        { ...state, feed: 'venueOpenInterest' },
        { ...state, feed: 'longShort' },
      ];
    },
  };
}
