/**
 * Wake-ups of other replicas. They are sent after a commit and never inside it: NOTIFY takes a server-wide lock until its
 * transaction is on disk, so that commits with one would queue. A lost wake-up delays its receivers until their next poll;
 * no receiver depends on it.
 */

import type { Logger } from 'pino';
import { messageOf } from './connection.ts';
import { CHANNELS, type Channel, type Listener } from './listener.ts';

/**
 * Wakes the listeners of a channel. Call it after the change is committed.
 *
 * @param payload name of the change; empty for channels without names.
 * @returns a promise that resolves after the first attempt to send. Never rejects.
 */
export type Wake = (channel: Channel, payload?: string) => Promise<void>;

/** Sender of a process. */
export interface WakeUps {
  readonly wake: Wake;
  /** Sends the pending wake-ups in one attempt. */
  close(): Promise<void>;
}

/** Payload size from which Postgres refuses it, bytes. */
const TOO_LONG = 8000;
/** Maximum pending wake-ups per channel while the connection is down; further ones are dropped. */
const MOST_WAITING = 10_000;
/** Minimum interval between two statements, ms. The first wake-up after a quiet time is sent at once. */
const TICK_MS = 10;
/** Pause after a failed attempt, ms. */
const RETRY_MS = 1000;

/**
 * Each payload stays a separate notification, which replicas of older builds understand. One statement sends the distinct
 * payloads of all channels of a tick.
 */
const STATEMENT = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as wake (channel, payload)';

/** Sends wake-ups as pairs of channel and payload. */
export type SendWakeUps = (wakeUps: readonly (readonly [Channel, string])[]) => Promise<void>;

/** Sends wake-ups by NOTIFY. @param connection listener's connection, which every replica has. */
export function notifying(connection: Pick<Listener, 'query'>): SendWakeUps {
  return async (wakeUps) =>
    connection.query(STATEMENT, [wakeUps.map(([channel]) => CHANNELS[channel]), wakeUps.map(([, payload]) => payload)]);
}

/**
 * Creates the sender of wake-ups of a process.
 * @param deliver sends the wake-ups of a tick.
 */
export function createWakeUps(deliver: SendWakeUps, log: Logger): WakeUps {
  let waiting = new Map<Channel, Set<string>>();
  /** Scheduled attempt that takes the pending wake-ups; undefined when nothing is pending. */
  let next: Promise<void> | undefined;
  /** Resolves when the last statement has ended and its tick is over. */
  let ready: Promise<unknown> = Promise.resolve();
  let underWay: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isClosed = false;

  const add = (channel: Channel, payload: string): void => {
    const payloads = waiting.get(channel) ?? new Set();
    waiting.set(channel, payloads);
    if (payloads.size < MOST_WAITING && Buffer.byteLength(payload) < TOO_LONG) payloads.add(payload);
  };

  const send = async (): Promise<void> => {
    next = undefined;
    const sent = [...waiting].flatMap(([channel, payloads]) =>
      [...payloads].map((payload) => [channel, payload] as const),
    );
    waiting = new Map();
    try {
      await deliver(sent);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ reason: messageOf(error) }, 'wake-ups not sent; receivers poll');
      isFailing = true;
      if (isClosed) return;
      for (const [channel, payload] of sent) add(channel, payload);
      timer ??= setTimeout(() => {
        timer = undefined;
        if (waiting.size > 0) void attempt();
      }, RETRY_MS).unref();
    }
  };

  const attempt = async (): Promise<void> => {
    if (next !== undefined) return next;
    // Commits in the same turn of the event loop share a statement.
    const turn = new Promise<void>((resolve) => void setImmediate(resolve));
    next = underWay = Promise.all([turn, ready]).then(send);
    ready = next.then(async () => new Promise((resolve) => void setTimeout(resolve, TICK_MS).unref()));
    return next;
  };

  return {
    wake: async (channel, payload = '') => {
      add(channel, payload);
      return attempt();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await underWay;
      if (waiting.size > 0) await attempt();
    },
  };
}
