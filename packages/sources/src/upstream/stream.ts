/** A stream of an outside source: its parts, its condition, and the gaps in it. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { SteadyClock } from './budget.ts';
import type { StreamConfig } from './config.ts';
import type { UpstreamMeter } from './meter.ts';

/** One subscription; its texts are sent as they are. */
export interface Subscription {
  /** Unique on the socket. */
  readonly key: string;
  readonly subscribe: string;
  readonly unsubscribe: string;
}

/** Span in which data may be missing. */
export interface Gap {
  /** Last data frame before the break, epoch ms; start of the stream when there was none. */
  readonly from: number;
  /**
   * First data frame after the subscriptions were sent again, epoch ms. Other subscriptions may begin a little later:
   * a backfill goes from `from` up to its own moment.
   */
  readonly to: number;
  readonly cause: BreakCause;
}

/**
 * Cause of a break: `closed` by the other side or the network; `silence`: no data frame for too long, or rows that it did not carry; `dead`: not even a
 * pong; `too_large`: a frame over the limit; `refused`: the connection could not be opened.
 */
export type BreakCause = 'closed' | 'silence' | 'dead' | 'too_large' | 'refused';

/** Condition of a stream. */
export interface StreamState {
  readonly status: 'connecting' | 'open' | 'waiting' | 'closed';
  /** Epoch ms; null before any. */
  readonly lastData: number | null;
  /** Start of a gap that has not ended, epoch ms; null when data flow. */
  readonly gapSince: number | null;
  readonly reconnects: number;
}

/** Parts of a stream. */
export interface StreamOptions {
  readonly source: string;
  /** `ws` or `wss`. It never reaches a log: it may hold a key. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The first ones; more by {@link StreamSocket.subscribe}. Without any, silence is no fault. */
  readonly subscriptions: readonly Subscription[];
  /**
   * Reads a frame, parsed from JSON. An error that it throws is logged and counted, and the frame is then no data.
   *
   * @param receivedAt epoch ms.
   * @returns `data` for rows of a subscription; `control` for acknowledgements, pongs and errors.
   */
  readonly onFrame: (frame: unknown, receivedAt: number) => 'data' | 'control';
  /**
   * Called with a frame that is no JSON, or whose reader threw: rows of any subscription may be lost.
   *
   * @param receivedAt epoch ms.
   */
  readonly onBadFrame?: (receivedAt: number) => void;
  /** Called when a gap ends, after its last frame was read. */
  readonly onGap: (gap: Gap) => void;
  /** Called when a connection has opened, before its subscriptions are sent. */
  readonly onOpen?: () => void;
  /** Called when a connection has ended, or could not be opened; not of one that was closed here. */
  readonly onBreak?: (cause: BreakCause) => void;
  /**
   * Asks by request whether rows exist that a silent stream should have carried. Called after `quietMs` of silence, and again while
   * it lasts. Never rejects.
   *
   * @param silentMs time without a data frame, ms.
   * @returns undefined when nobody can tell; `false` begins the time of silence again.
   */
  readonly isMissing?: (silentMs: number) => Promise<boolean | undefined>;
  /** Text sent as ping; a ping of the protocol when left out. */
  readonly pingText?: string;
  /** Text of the answer to `pingText` where it is not JSON. */
  readonly pongText?: string;
  /** Wall clock of frames and gaps. */
  readonly clock: Pick<Clock, 'now'>;
  /** Clock of waits; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  /** In [0, 1), for jitter. */
  readonly random?: () => number;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly config?: StreamConfig;
}

/** A stream. Opens at once, and again after every break until it is closed. */
export interface StreamSocket {
  /** Replaces a subscription of the same key. */
  subscribe(subscription: Subscription): void;
  unsubscribe(key: string): void;
  state(): StreamState;
  /** Resolves when the connection has ended. No frame or gap is reported after the call. */
  close(): Promise<void>;
}
