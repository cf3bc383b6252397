/** The second perp exchange as a source: its perps, settlements, open interest and forced closes. */

import { createForcedFeed } from '../forced/feed.ts';
import type { VenueSourceOptions } from '../forced/source-parts.ts';
import { startPolling } from '../perpdex/polling.ts';
import type { Source } from '../market/source.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createDexbClient } from './client.ts';
import { DEXB_V2, type DexbConfig } from './config.ts';
import { createInstruments, VENUE } from './instruments.ts';
import { createFrameReader, PING } from './forced-frames.ts';
import { createOpenInterestFeed } from './open-interest.ts';
import { createOutcomes } from './outcomes.ts';
import { createSettlementsFeed } from './settlements.ts';
import { createTopics, tradesSubscription } from './stream.ts';
import { createPerps, createPerpsFeed } from './venue-perps.ts';

/**
 * The second perp exchange. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createDexbSource({ url, wsUrl: dexbStreamUrl(url), clock, log, meter });
 */
export function createDexbSource(options: VenueSourceOptions<DexbConfig>): Source {
  const { wsUrl, clock, log, meter, steady = createSteadyClock(), config = DEXB_V2 } = options;
  const upstream = reopenedUpstream(VENUE, options, steady, config);
  const client = createDexbClient(upstream, config);
  const instruments = createInstruments(client);
  const topics = createTopics(config.topics);
  const forced = createForcedFeed({
    venue: VENUE,
    wsUrl,
    read: createFrameReader((symbol) => instruments.of(symbol)),
    proof: {
      subscription: tradesSubscription(config.provenBy),
      newest: async () => client.newestTrade(config.provenBy),
    },
    pingText: PING,
    onRefused: (key) => forced.follow(topics.refused(key)),
    clock,
    steady,
    log,
    config: config.forced,
  });
  const outcomes = createOutcomes(clock, config);
  const perps = createPerps(client, instruments, outcomes, clock, config);
  let endPolls: (() => void) | undefined;
  const follow = async (): Promise<void> => {
    const problem = await instruments.poll();
    if (problem !== undefined || endPolls === undefined) return;
    forced.follow(topics.follow(instruments.all().map(({ symbol }) => symbol)));
  };
  return {
    id: VENUE,
    kind: 'live',
    countsRequests: true,
    feeds: {
      venuePerps: createPerpsFeed(perps),
      settlements: createSettlementsFeed(client, instruments, outcomes),
      venueOpenInterest: createOpenInterestFeed(client, instruments, perps, outcomes),
      ...forced.feeds,
    },
    start: async () => {
      if (endPolls !== undefined) return;
      upstream.open();
      forced.open();
      endPolls = () => undefined;
      endPolls = startPolling(follow, config.instrumentsMs, steady);
    },
    close: async () => {
      endPolls?.();
      endPolls = undefined;
      await Promise.all([forced.close(), upstream.close()]);
    },
    upstreams: () => [meter.reading(), forced.reading()],
    state: (now) => [...outcomes.state(now), forced.state(now)],
  };
}
