/** Forced closes of the futures by stream, with the times it was up. */

import { err, ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import { createUpstreamMeter, type UpstreamReading } from '../upstream/meter.ts';
import { createStreamSocket } from '../upstream/stream-socket.ts';
import type { StreamSocket } from '../upstream/stream.ts';
import type { CexaConfig } from './config.ts';
import { FORCED_SUBSCRIPTION, MARKET_STREAM_PATH, readForcedFrame } from './forced-frames.ts';
import { createForcedMemory } from './forced-memory.ts';
import { createForcedWatch } from './forced-watch.ts';

/** Dependencies of the feed. */
export interface ForcedFeedParts {
  /** Base of the streams. */
  readonly wsUrl: string;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly config: CexaConfig;
}

/** Forced closes and the state of their feed. */
export interface ForcedFeed {
  readonly feeds: Pick<Feeds, 'forcedCloses'>;
  open(): void;
  /** Closes the stream and clears the memory: closes until the next opening are unknown. */
  close(): Promise<void>;
  state(now: number): FeedState;
  reading(): UpstreamReading;
}

const SOURCE = 'cexa_stream';

/** Creates a feed; it is not open yet. */
export function createForcedFeed({ wsUrl, clock, steady, log, config }: ForcedFeedParts): ForcedFeed {
  const meter = createUpstreamMeter(SOURCE);
  const newWatch = () => createForcedWatch(config, log);
  let memory = createForcedMemory(config, clock.now());
  let watch = newWatch();
  let socket: StreamSocket | undefined;

  const onFrame = (frame: unknown, receivedAt: number): 'data' | 'control' => {
    const { kind, isLossy, closes, bad } = readForcedFrame(frame);
    for (const field of bad) meter.dropped('forcedCloses', field);
    if (kind === 'control') return 'control';
    if (isLossy) meter.badFrame();
    // Data of either stream prove that the path is served; an acknowledgement does not.
    watch.heard(receivedAt, isLossy);
    for (const close of closes) memory.add(close, receivedAt);
    return 'data';
  };
  const openSocket = (): StreamSocket =>
    createStreamSocket({
      source: SOURCE,
      url: `${wsUrl.replace(/\/+$/, '')}${MARKET_STREAM_PATH}`,
      subscriptions: [FORCED_SUBSCRIPTION],
      onFrame,
      onGap: () => undefined,
      onBadFrame: (receivedAt) => watch.broken(receivedAt, 'a frame could not be read'),
      onBreak: (cause) => watch.broken(clock.now(), `the stream broke (${cause})`),
      clock,
      steady,
      log,
      meter,
      config: config.stream,
    });
  return {
    feeds: {
      forcedCloses: {
        pull: async ({ venue, from, to }) => {
          if (venue !== 'cexa') return err({ code: 'unavailable', reason: `the large exchange is not ${venue}` });
          const now = clock.now();
          const { liquidations, since } = memory.within({ from, to }, now);
          const { isUp, changedAt, lastHeard } = watch.connection(now);
          // Coverage is incomplete while the stream is down, and before it reopened.
          const whole = isUp ? Math.max(since, changedAt ?? to) : to;
          const rows = { liquidations, basis: 'venue', since: whole, isUp, changedAt } as const;
          // Up to the last tick only: the silence since may turn out to be a break.
          return ok({ rows, asOf: Math.min(to, lastHeard ?? from), ...(isUp ? {} : { isStale: true }) });
        },
      },
    },
    open: () => {
      if (socket !== undefined) return;
      memory = createForcedMemory(config, clock.now());
      watch = newWatch();
      socket = openSocket();
    },
    close: async () => {
      const ending = socket;
      socket = undefined;
      watch = newWatch();
      await ending?.close();
    },
    state: (now) => {
      const { isUp, changedAt: since, lastHeard, reason } = watch.connection(now);
      const asOf = lastHeard ?? null;
      if (isUp) return { feed: 'forcedCloses', status: 'ok', since: null, reason: null, asOf };
      const status = lastHeard === undefined ? (since === null ? 'warming' : 'unavailable') : 'stale';
      return { feed: 'forcedCloses', status, since, reason, asOf };
    },
    reading: () => meter.reading(),
  };
}
