/** The perp venue as a source: one address, one budget, one stream. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Source } from '../market/source.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import type { UpstreamProblem } from '../upstream/problem.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createUpstream } from '../upstream/upstream.ts';
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
import type { MidsPayload } from './payloads.ts';
import { startPolling } from './polling.ts';
import { createVenueStream, subscriptionsOf } from './venue-stream.ts';

/** Parts of the source. */
export interface PerpdexOptions {
  /** Base of the requests. */
  readonly url: string;
  /** Address of the stream. */
  readonly wsUrl: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits, polls and the budget; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  readonly config?: PerpdexConfig;
  readonly fillsConfig?: PerpdexFillsConfig;
  /** Accounts whose fills tell of forced closes; none when left out, and then there is no feed of liquidations. */
  readonly liquidators?: readonly string[];
  /** Base of the statistics, where the leaderboard is; no accounts are followed when left out. */
  readonly statsUrl?: string;
  readonly accountsConfig?: AccountsFeedConfig;
}

/** Address of the stream, which follows from that of the requests. */
export function perpdexStreamUrl(url: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws`;
}

/** Answer of a closed source: another replica leads, or the host stops. */
function closedProblem(source: string, path: string): UpstreamProblem {
  const reason = 'the source is closed';
  return { code: 'aborted', source, path, status: null, field: null, reason, retryAfterMs: null };
}

/**
 * The perp venue. Opened and asked by the leader alone: its requests count.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 * @example
 * const source = createPerpdexSource({ url, wsUrl: perpdexStreamUrl(url), clock, log, meter });
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the wiring of one venue: its clients, feeds and streams
export function createPerpdexSource(options: PerpdexOptions): Source {
  const { url, wsUrl, clock, log, meter, config = PERPDEX_V1, steady = createSteadyClock() } = options;
  const { fillsConfig = PERPDEX_FILLS_V1, liquidators = [] } = options;
  const { statsUrl, accountsConfig = ACCOUNTS_FEED_V1 } = options;
  const source = 'perpdex';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const openUpstream = (): Upstream => createUpstream({ source, baseUrl: url, budget, clock, steady, log, meter });
  // Closed with the source, and opened again when this replica leads again.
  let upstream: Upstream | undefined = openUpstream();
  const request: Upstream['request'] = async (ask) => {
    const answer = (await upstream?.request(ask)) ?? err(closedProblem(source, ask.path));
    if (answer.ok) stream.answered(answer.value);
    return answer;
  };
  const client = createPerpdexClient({ source, request }, config);
  const mids = createMidsFeed(client, clock, config);
  const onMids = (payload: MidsPayload, at: number): void => mids.take(payload, at);
  const stream = createVenueStream({ wsUrl, clock, steady, log, meter, config, onMids });
  const { venueTime } = stream;
  const accounts =
    statsUrl === undefined
      ? undefined
      : createAccountFeeds({
          statsUrl,
          request,
          pausedFor: () => upstream?.pausedFor() ?? 0,
          budget,
          clock,
          steady,
          log,
          meter,
          config: accountsConfig,
          fillsConfig,
        });
  const flow = createFlowFeeds({
    wsUrl,
    clock,
    steady,
    log,
    meter,
    config: fillsConfig,
    pollMs: config.pollMs,
    otherSubscriptions: subscriptionsOf,
    venueTime,
    request,
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
      upstream ??= openUpstream();
      stream.open();
      flow.open();
      accounts?.open();
      endPolls = startPolling(async () => contexts.poll(), config.pollMs, steady);
    },
    close: async () => {
      endPolls?.();
      endPolls = undefined;
      const ending = upstream;
      upstream = undefined;
      // A request that waits for minutes would keep a stopping host alive.
      ending?.dismiss();
      await Promise.all([stream.close(), flow.close(), accounts?.close(), ending?.close()]);
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
