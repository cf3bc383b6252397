/** The large exchange as a source: its spot market, its futures in USDT, and their forced closes. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { startPolling } from '../perpdex/polling.ts';
import type { Source } from '../market/source.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createCexaBars } from './bars.ts';
import { createCexaClient } from './client.ts';
import { CEXA_V1, type CexaConfig } from './config.ts';
import { createForcedFeed } from './forced-closes.ts';
import { createFuturesFeeds } from './futures-feeds.ts';
import { createSpotFeeds } from './spot-feeds.ts';
import { createCexaUpstreams } from './upstreams.ts';

/** Options of the source. */
export interface CexaOptions {
  /** Base URL of spot requests. */
  readonly url: string;
  /** Base URL of futures requests. */
  readonly futuresUrl: string;
  /** Base URL of futures streams. */
  readonly wsUrl: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  /** Clock of waits, polls and the budgets. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: CexaConfig;
}

/**
 * The large exchange. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createCexaSource({ url: CEXA_URL, futuresUrl: CEXA_FUTURES_URL, wsUrl: CEXA_WS_URL, clock, log });
 */
export function createCexaSource(options: CexaOptions): Source {
  const { url, futuresUrl, wsUrl, clock, log, config = CEXA_V1, steady = createSteadyClock() } = options;
  const upstreams = createCexaUpstreams({ url, futuresUrl, clock, steady, log, config });
  const client = createCexaClient(upstreams.ask, config, () => clock.now());
  const spot = createSpotFeeds(client, clock, config);
  const bars = createCexaBars(client, spot, clock, config);
  const futures = createFuturesFeeds(client, clock, config);
  const forced = createForcedFeed({ wsUrl, clock, steady, log, config });
  const { pollMs } = config;
  let endPolls: readonly (() => void)[] | undefined;
  return {
    id: 'cexa',
    kind: 'live',
    countsRequests: true,
    feeds: { bars: bars.feed, ...spot.feeds, ...futures.feeds, ...forced.feeds },
    start: async () => {
      if (endPolls !== undefined) return;
      upstreams.open();
      forced.open();
      endPolls = [
        startPolling(async () => spot.pairs.poll(), pollMs.pairs, steady),
        startPolling(async () => spot.tickers.poll(), pollMs.tickers, steady),
        startPolling(async () => futures.perps.poll(), pollMs.perps, steady),
      ];
    },
    close: async () => {
      for (const end of endPolls ?? []) end();
      endPolls = undefined;
      bars.clear();
      await Promise.all([forced.close(), upstreams.close()]);
    },
    upstreams: () => [...upstreams.readings(), forced.reading()],
    state: (now) => [bars.state(now), ...spot.state(now), ...futures.state(now), forced.state(now)],
  };
}
