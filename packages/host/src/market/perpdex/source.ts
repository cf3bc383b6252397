/** The perp venue as a source: one address, one budget, one stream. */

import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { PerpContext } from '../contexts.ts';
import type { Source } from '../source.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import type { StreamSocket } from '../upstream/stream.ts';
import { createStreamSocket } from '../upstream/stream-socket.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { createBarsFeed } from './bars-feed.ts';
import { createBookFeed } from './book-feed.ts';
import { createPerpdexClient } from './client.ts';
import { PERPDEX_V1, STREAMED, type PerpdexConfig } from './config.ts';
import { createContextsFeed } from './contexts-feed.ts';
import { createMidsFeed } from './mids-feed.ts';
import { createObservedFeeds } from './observed-feeds.ts';
import { createSkew } from './skew.ts';
import { candleSubscription, MIDS_SUBSCRIPTION, PING, readFrame } from './stream.ts';
import { createStreamedBars } from './streamed-bars.ts';

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
  readonly config?: PerpdexConfig;
  /** Clock of waits, budget and polls; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
}

/** Address of the stream, which follows from that of the requests. */
export function perpdexStreamUrl(url: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws`;
}

/**
 * The perp venue. Opened and asked by the leader alone: its requests count.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 * @example
 * const source = createPerpdexSource({ url, wsUrl: perpdexStreamUrl(url), clock, log, meter });
 */
export function createPerpdexSource(options: PerpdexOptions): Source {
  const { url, wsUrl, clock, log, meter, config = PERPDEX_V1, steady = createSteadyClock() } = options;
  const source = 'perpdex';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const upstream = createUpstream({ source, baseUrl: url, budget, clock, steady, log, meter });
  const client = createPerpdexClient(upstream, config);
  const skew = createSkew();
  let socket: StreamSocket | undefined;
  let endPolls = (): void => undefined;
  const watched = new Set<string>();
  const streamed = createStreamedBars(clock, config, () => socket === undefined || socket.state().gapSince !== null);

  /** Follows the perps that trade. */
  const follow = (trading: readonly PerpContext[]): void => {
    if (socket === undefined) return;
    const names = new Set(trading.map(({ symbol }) => symbol));
    for (const coin of names) {
      if (watched.has(coin)) continue;
      watched.add(coin);
      streamed.watch(coin);
      for (const interval of STREAMED) socket.subscribe(candleSubscription(coin, interval));
    }
    for (const coin of watched) {
      if (names.has(coin)) continue;
      watched.delete(coin);
      streamed.forget(coin);
      for (const interval of STREAMED) socket.unsubscribe(candleSubscription(coin, interval).key);
    }
  };
  const contexts = createContextsFeed(client, clock, config, follow);
  const mids = createMidsFeed(client, clock, config);
  const bars = createBarsFeed(client, contexts, streamed, clock, config);
  const book = createBookFeed(client, contexts, clock);
  const observed = createObservedFeeds(client, contexts, config);
  const reader = {
    mids: (payload: Parameters<typeof mids.take>[0], at: number) => {
      streamed.heard(at);
      mids.take(payload, at);
    },
    bar: (coin: string, interval: (typeof STREAMED)[number], bar: Parameters<typeof streamed.take>[2], at: number) => {
      if (interval === '1m') skew.observe(bar.time, at);
      streamed.heard(at);
      streamed.take(coin, interval, bar);
    },
  };

  const openSocket = (): StreamSocket =>
    createStreamSocket({
      source,
      url: wsUrl,
      subscriptions: [MIDS_SUBSCRIPTION],
      onFrame: (frame, receivedAt) => readFrame(frame, receivedAt, reader),
      onGap: (gap) => {
        log.warn({ source, ...gap }, 'stream gap');
        streamed.broken(gap);
      },
      pingText: PING,
      clock,
      steady,
      log,
      meter,
    });

  const pollAgain = (): void => {
    let isEnded = false;
    const next = (): void => {
      if (isEnded) return;
      const cancel = steady.schedule(steady.now() + config.pollMs, () => {
        void contexts.poll().finally(next);
      });
      endPolls = () => {
        isEnded = true;
        cancel();
      };
    };
    void contexts.poll().finally(next);
  };

  const reportSkew = (): void => {
    const aheadMs = skew.aheadMs();
    if (Math.abs(aheadMs) > config.skewMs) log.warn({ source, aheadMs }, 'clock differs from the venue');
  };

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
    },
    start: async () => {
      if (socket !== undefined) return;
      socket = openSocket();
      pollAgain();
    },
    close: async () => {
      endPolls();
      // A request that waits for minutes would keep a stopping host alive.
      upstream.dismiss();
      await socket?.close();
      socket = undefined;
      watched.clear();
    },
    backlogMs: (symbols) => budget.waitFor(symbols * config.coldWeight, 'bulk'),
    upstreams: () => [meter.reading()],
    state: (now) => {
      reportSkew();
      const ofContexts = contexts.state(now);
      return [
        bars.state(now),
        { ...ofContexts, feed: 'funding' },
        { ...ofContexts, feed: 'openInterest' },
        ofContexts,
        mids.state(now),
        book.state(now),
      ];
    },
  };
}
