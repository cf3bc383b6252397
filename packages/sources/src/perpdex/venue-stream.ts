/** The venue's stream: follows the trading perps, and stores their bars by the venue's clock. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { PerpContext } from '../market/contexts.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import type { StreamSocket } from '../upstream/stream.ts';
import { createStreamSocket } from '../upstream/stream-socket.ts';
import type { PerpdexConfig } from './config.ts';
import type { MidsPayload } from './payloads.ts';
import { candleSubscription, MIDS_SUBSCRIPTION, PING, readFrame, type FrameReader } from './stream.ts';
import { createStreamedBars, type StreamedBars } from './streamed-bars.ts';
import { createWatchedSkew, type WatchedSkew } from './watched-skew.ts';

/** Parts of the stream. */
export interface VenueStreamParts {
  /** Address of the stream. */
  readonly wsUrl: string;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly config: PerpdexConfig;
  readonly onMids: (payload: MidsPayload, receivedAt: number) => void;
}

/** Stream with its clock. */
export interface VenueStream {
  readonly bars: StreamedBars;
  /** Converts a time of this machine's clock to the venue's. */
  readonly venueTime: (local: number) => number;
  /** See {@link WatchedSkew.reachedNow}. */
  readonly reachedNow: (local: number) => number;
  /** See {@link WatchedSkew.answered}. */
  readonly answered: WatchedSkew['answered'];
  /** Follows exactly these perps. Does nothing while closed. */
  follow(trading: readonly PerpContext[]): void;
  open(): void;
  /** Closes the stream and clears the memory: closes until the next opening are unknown. */
  close(): Promise<void>;
}

/** Time around an unreadable update within which a bar may be wrong, ms. */
const UNREADABLE_SPAN_MS = 10_000;
/** Intervals of the stream. */
const STREAMED = ['1m', '1h', '1d'] as const;

/** Number of stream subscriptions for a number of followed perps. */
export function subscriptionsOf(perps: number): number {
  return 1 + STREAMED.length * perps;
}

function readerOf(bars: StreamedBars, skew: WatchedSkew, onMids: VenueStreamParts['onMids']): FrameReader {
  return {
    mids: onMids,
    bar: (coin, interval, bar, at) => {
      if (interval === '1m') skew.observe(bar.time, at);
      bars.take(coin, interval, bar);
    },
    confirmed: (coin, interval, at) => bars.confirmed(coin, interval, skew.venueTime(at)),
    unreadable: (reason, at, subscription) => {
      bars.fault(reason);
      // It may have been the last update of the preceding bar.
      const to = skew.venueTime(at) + UNREADABLE_SPAN_MS;
      bars.broken({ from: to - 2 * UNREADABLE_SPAN_MS, to }, subscription);
    },
  };
}

/** Creates the stream; it is not open yet. */
export function createVenueStream({ wsUrl, clock, steady, log, meter, config, onMids }: VenueStreamParts): VenueStream {
  const skew = createWatchedSkew(log, config);
  const { venueTime, reached, reachedNow } = skew;
  const watched = new Set<string>();
  let socket: StreamSocket | undefined;
  const heard = (): number | undefined => {
    const { gapSince = null, lastData = null } = socket?.state() ?? {};
    return gapSince !== null || lastData === null ? undefined : reached(lastData);
  };
  const bars = createStreamedBars(clock, config, heard);
  const reader = readerOf(bars, skew, onMids);
  return {
    bars,
    venueTime,
    reachedNow,
    answered: (answer) => skew.answered(answer),
    follow: (trading) => {
      if (socket === undefined) return;
      const names = new Set(trading.map(({ symbol }) => symbol));
      for (const coin of names) {
        if (watched.has(coin)) continue;
        watched.add(coin);
        bars.watch(coin);
        for (const interval of STREAMED) socket.subscribe(candleSubscription(coin, interval));
      }
      for (const coin of watched) {
        if (names.has(coin)) continue;
        watched.delete(coin);
        bars.forget(coin);
        for (const interval of STREAMED) socket.unsubscribe(candleSubscription(coin, interval).key);
      }
    },
    open: () => {
      socket ??= createStreamSocket({
        source: 'perpdex',
        url: wsUrl,
        subscriptions: [MIDS_SUBSCRIPTION],
        onFrame: (frame, receivedAt) => readFrame(frame, receivedAt, reader),
        // It may have been the last update of any bar.
        onBadFrame: (receivedAt) => reader.unreadable('expected a frame of the stream, got none', receivedAt),
        onGap: (gap) => {
          log.warn({ source: 'perpdex', ...gap }, 'stream gap');
          bars.broken({ from: reached(gap.from), to: venueTime(gap.to) });
        },
        pingText: PING,
        clock,
        steady,
        log,
        meter,
      });
    },
    close: async () => {
      const ending = socket;
      socket = undefined;
      watched.clear();
      bars.clear();
      await ending?.close();
    },
  };
}
