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
import { createUpstream, type Upstream } from '../upstream/upstream.ts';
import { createBarsFeed } from './bars-feed.ts';
import { createBookFeed } from './book-feed.ts';
import { createPerpdexClient } from './client.ts';
import { PERPDEX_V1, type PerpdexConfig } from './config.ts';
import { createContextsFeed } from './contexts-feed.ts';
import { createMidsFeed } from './mids-feed.ts';
import { createObservedFeeds } from './observed-feeds.ts';
import { createWatchedSkew } from './watched-skew.ts';
import { candleSubscription, MIDS_SUBSCRIPTION, PING, readFrame, type FrameReader } from './stream.ts';
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
  /** Clock of waits, polls and the budget; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  readonly config?: PerpdexConfig;
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
  const openUpstream = (): Upstream => createUpstream({ source, baseUrl: url, budget, clock, steady, log, meter });
  // Closed with the source, and opened again when this replica leads again.
  let upstream: Upstream | undefined = openUpstream();
  const client = createPerpdexClient(
    {
      source,
      request: async (ask) => {
        upstream ??= openUpstream();
        return upstream.request(ask);
      },
    },
    config,
  );
  const skew = createWatchedSkew(log, config);
  const { venueTime } = skew;
  let socket: StreamSocket | undefined;
  let endPolls = (): void => undefined;
  const watched = new Set<string>();
  const heard = (): number | undefined => {
    const { gapSince = null, lastData = null } = socket?.state() ?? {};
    return gapSince !== null || lastData === null ? undefined : venueTime(lastData);
  };
  const streamed = createStreamedBars(clock, config, heard);

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
  const bars = createBarsFeed(client, contexts, streamed, config, venueTime);
  const book = createBookFeed(client, contexts, clock);
  const observed = createObservedFeeds(client, contexts, config);
  const reader: FrameReader = {
    mids: mids.take,
    bar: (coin, interval, bar, at) => {
      if (interval === '1m') skew.observe(bar.time, at);
      streamed.take(coin, interval, bar);
    },
    confirmed: (coin, interval, at) => streamed.confirmed(coin, interval, venueTime(at)),
    unreadable: (reason, at, of) => {
      streamed.fault(reason);
      // It may have been the last update of the bar before.
      const to = venueTime(at) + UNREADABLE_SPAN_MS;
      streamed.broken({ from: to - 2 * UNREADABLE_SPAN_MS, to }, of);
    },
  };

  const openSocket = (): StreamSocket =>
    createStreamSocket({
      source,
      url: wsUrl,
      subscriptions: [MIDS_SUBSCRIPTION],
      onFrame: (frame, receivedAt) => readFrame(frame, receivedAt, reader),
      onGap: (gap) => {
        streamed.broken({ from: venueTime(gap.from), to: venueTime(gap.to) });
      },
      pingText: PING,
      clock,
      steady,
      log,
      meter,
    });

  const pollAgain = (): (() => void) => {
    let isEnded = false;
    let cancel = (): void => undefined;
    const next = (): void => {
      if (isEnded) return;
      const at = steady.now() + config.pollMs;
      void contexts.poll().finally(() => {
        if (!isEnded) cancel = steady.schedule(at, next);
      });
    };
    next();
    return () => {
      isEnded = true;
      cancel();
    };
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
      endPolls = pollAgain();
    },
    close: async () => {
      endPolls();
      const [ending, stream] = [upstream, socket];
      [upstream, socket] = [undefined, undefined];
      watched.clear();
      streamed.clear();
      await Promise.all([stream?.close(), ending?.close()]);
    },
    upstreams: () => [meter.reading()],
    state: (now) => {
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

/** Time around an update that could not be read, within which a bar may be wrong. */
const UNREADABLE_SPAN_MS = 10_000;
/** Intervals of the stream. */
const STREAMED = ['1m', '1h'] as const;
