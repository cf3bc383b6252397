/** The perp venue as a source: one address, one budget, one stream. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Source } from '../market/source.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createAccountFeeds } from './account-feeds.ts';
import { ACCOUNTS_FEED_V1, type AccountsFeedConfig } from './accounts-config.ts';
import { createBarsFeed } from './bars.ts';
import { createBookFeed } from './book.ts';
import { createPerpdexClient } from './client.ts';
import { PERPDEX_V1, type PerpdexConfig } from './config.ts';
import { createContextsFeed } from './contexts.ts';
import { PERPDEX_FILLS_V1, type PerpdexFillsConfig } from './fills-config.ts';
import { createFlowFeeds } from './flow-feeds.ts';
import { createMidsFeed } from './mids.ts';
import { createObservedFeeds } from './observed.ts';
import { startPolling } from './polling.ts';
import { createVenueStream, subscriptionsOf } from './venue-stream.ts';

/** Options of the source. */
export interface PerpdexOptions {
  /** Base URL. */
  readonly url: string;
  /** Stream address. */
  readonly wsUrl: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits, polls and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: PerpdexConfig;
  readonly fillsConfig?: PerpdexFillsConfig;
  /** Accounts whose fills show forced closes. Without accounts there is no liquidations feed. @default none */
  readonly liquidators?: readonly string[];
  /** Base URL of the statistics with the leaderboard. Without it no accounts are tracked. */
  readonly statsUrl?: string;
  readonly accountsConfig?: AccountsFeedConfig;
}

/** Derives the stream address from the base URL. */
export function perpdexStreamUrl(url: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws`;
}

/**
 * The perp venue. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createPerpdexSource({ url, wsUrl: perpdexStreamUrl(url), clock, log, meter });
 */
export function createPerpdexSource(options: PerpdexOptions): Source {
  const { wsUrl, clock, log, meter, config = PERPDEX_V1, steady = createSteadyClock() } = options;
  const { fillsConfig = PERPDEX_FILLS_V1, liquidators = [] } = options;
  const { statsUrl, accountsConfig = ACCOUNTS_FEED_V1 } = options;
  const source = 'perpdex';
  const common = { clock, steady, log, meter };
  const upstream = reopenedUpstream(source, options, steady, { budget: config.budget });
  const { pausedFor, budget } = upstream;
  const request: Upstream['request'] = async (ask) => {
    const answer = await upstream.request(ask);
    if (answer.ok) stream.answered(answer.value);
    return answer;
  };
  const client = createPerpdexClient({ source, request }, config);
  const mids = createMidsFeed(client, clock, config);
  const stream = createVenueStream({ ...common, wsUrl, config, onMids: (payload, at) => mids.take(payload, at) });
  const accountParts = { ...common, request, budget, pausedFor, config: accountsConfig, fillsConfig };
  const accounts = statsUrl === undefined ? undefined : createAccountFeeds({ ...accountParts, statsUrl });
  const flow = createFlowFeeds({
    ...common,
    wsUrl,
    request,
    config: fillsConfig,
    pollMs: config.pollMs,
    otherSubscriptions: subscriptionsOf,
    venueTime: stream.venueTime,
    accounts: liquidators,
    onTrade: (trade, users) => accounts?.traded(trade, users),
  });
  const contexts = createContextsFeed(client, clock, config, (trading) => {
    stream.follow(trading);
    flow.follow(trading);
  });
  const bars = createBarsFeed(client, contexts, stream.bars, config, stream.reachedNow);
  const book = createBookFeed(client, contexts, clock);
  const observed = createObservedFeeds(client, contexts, config);
  let endPolls: (() => void) | undefined;

  return {
    id: source,
    kind: 'live',
    countsRequests: true,
    feeds: {
      bars: bars.feed,
      ...observed,
      contexts: contexts.feed,
      mids: mids.feed,
      book: book.feed,
      ...flow.feeds,
      ...accounts?.feeds,
    },
    start: async () => {
      if (endPolls !== undefined) return;
      upstream.open();
      stream.open();
      flow.open();
      accounts?.open();
      endPolls = startPolling(async () => contexts.poll(), config.pollMs, steady);
    },
    close: async () => {
      endPolls?.();
      endPolls = undefined;
      await Promise.all([upstream.close(), stream.close(), flow.close(), accounts?.close()]);
    },
    backlogMs: (symbols) => budget.waitFor(symbols * config.coldWeight, 'bulk'),
    upstreams: () => [meter.reading(), flow.reading(), ...(accounts === undefined ? [] : [accounts.reading()])],
    state: (now) => {
      const ofContexts = contexts.state(now);
      return [
        bars.state(now),
        { ...ofContexts, feed: 'funding' },
        { ...ofContexts, feed: 'openInterest' },
        ofContexts,
        mids.state(now),
        book.state(now),
        ...flow.state(now),
        ...(accounts?.state(now) ?? []),
      ];
    },
  };
}
