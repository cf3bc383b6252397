/** Stream of an outside source: options, state, and gaps. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { SteadyClock } from './budget.ts';
import type { StreamConfig } from './config.ts';
import type { UpstreamMeter } from './meter.ts';

/** Subscription with its literal texts. */
export interface Subscription {
  /** Unique on the socket. */
  readonly key: string;
  readonly subscribe: string;
  readonly unsubscribe: string;
}

/** Span in which data may be missing. */
export interface Gap {
  /** Last data frame before the break, epoch ms; start of the stream without one. */
  readonly from: number;
  /**
   * First data frame after the subscriptions were sent again, epoch ms. Other subscriptions may resume later, so a backfill covers
   * `from` until its own time.
   */
  readonly to: number;
  readonly cause: BreakCause;
}

/**
 * Cause of a break: `closed` by the other side or the network; `silence`: no data frame for too long, or rows that it did not carry; `dead`: not even a
 * pong; `too_large`: a frame over the limit; `refused`: the connection could not be opened.
 */
export type BreakCause = 'closed' | 'silence' | 'dead' | 'too_large' | 'refused';

/** State of a stream. */
export interface StreamState {
  readonly status: 'connecting' | 'open' | 'waiting' | 'closed';
  /** Epoch ms; null before the first. */
  readonly lastData: number | null;
  /** Start of the current gap, epoch ms; null while data arrives. */
  readonly gapSince: number | null;
  readonly reconnects: number;
}

/** Options of a stream. */
export interface StreamOptions {
  readonly source: string;
  /** `ws` or `wss`. It is never logged, because it may contain a key. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Initial subscriptions; {@link StreamSocket.subscribe} adds more. Without any, silence is not a fault. */
  readonly subscriptions: readonly Subscription[];
  /**
   * Reads a frame parsed from JSON. If it throws, the error is logged and counted, and the frame does not count as data.
   *
   * @param receivedAt epoch ms.
   * @returns `data` for rows of a subscription; `control` for acknowledgements, pongs and errors.
   */
  readonly onFrame: (frame: unknown, receivedAt: number) => 'data' | 'control';
  /**
   * Called with a frame that is not JSON, or whose reader threw: rows of any subscription may be lost.
   *
   * @param receivedAt epoch ms.
   */
  readonly onBadFrame?: (receivedAt: number) => void;
  /** Called when a gap ends, after its last frame was read. */
  readonly onGap: (gap: Gap) => void;
  /** Called when a connection opens, before its subscriptions are sent. */
  readonly onOpen?: () => void;
  /** Called when a connection ends or fails to open; not for a connection closed here. */
  readonly onBreak?: (cause: BreakCause) => void;
  /**
   * Checks by request for rows that a silent stream should have carried. Called after `quietMs` of silence, and repeatedly while it
   * lasts. Never rejects.
   *
   * @param silentMs time without a data frame, ms.
   * @returns undefined when unknown; `false` restarts the silence timer.
   */
  readonly isMissing?: (silentMs: number) => Promise<boolean | undefined>;
  /** Text of a ping. @default a protocol ping */
  readonly pingText?: string;
  /** Text of the answer to `pingText`, if it is not JSON. */
  readonly pongText?: string;
  /** Wall clock of frames and gaps. */
  readonly clock: Pick<Clock, 'now'>;
  /** Clock of waits. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  /** In [0, 1), for jitter. */
  readonly random?: () => number;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly config?: StreamConfig;
}

/** Stream that opens at once, and reopens after every break until it is closed. */
export interface StreamSocket {
  /** Adds a subscription, or replaces the one with the same key. */
  subscribe(subscription: Subscription): void;
  unsubscribe(key: string): void;
  state(): StreamState;
  /** Resolves when the connection has closed. No frame or gap is reported after the call. */
  close(): Promise<void>;
}
