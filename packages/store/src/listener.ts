/** One LISTEN connection for all channels of a process. It reconnects; polls find notifications that were missed. */

import type { Client } from 'pg';
import type { Logger } from 'pino';
import { messageOf } from './connection.ts';

export const CHANNELS = {
  events: 'barograph_events',
  snapshots: 'barograph_snapshots',
  keys: 'barograph_keys',
  feedRequests: 'barograph_feed_requests',
  feedAnswers: 'barograph_feed_answers',
  archiveReads: 'barograph_archive_reads',
} as const;
export type Channel = keyof typeof CHANNELS;

/** Called with the payload of a notification, or with undefined after a reconnect, when notifications may have been missed. */
export type NotificationListener = (payload: string | undefined) => void;

export interface Listener {
  /** @returns a function that ends the subscription. */
  on(channel: Channel, listener: NotificationListener): () => void;
  /**
   * Runs a short statement on the connection, which the first call opens.
   *
   * @throws when the statement fails or there is no connection.
   */
  query(text: string, values: readonly unknown[]): Promise<void>;
  /** Forwards a wake-up from another transport; an undefined channel means all channels. */
  deliver(channel: Channel | undefined, payload: string | undefined): void;
  /** Whether the connection was ever opened; a lost connection is reopened. */
  hasConnected(): boolean;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/**
 * Creates a listener, without connecting.
 * @param connect creates a dedicated client, not yet connected.
 * @param greeting SQL that runs first on each connection.
 */
export function createListener(connect: () => Client, log: Logger, greeting: readonly string[] = []): Listener {
  const subscribers = new Map<Channel, Set<NotificationListener>>();
  const notify = (name: string | undefined, payload: string | undefined): void => {
    for (const [channel, set] of subscribers) {
      if (name === undefined || CHANNELS[channel] === name) for (const listener of set) listener(payload);
    }
  };
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;
  let failures = 0;
  let hasConnected = false;
  let closed = false;

  const retry = (reason: string): void => {
    if (closed || timer !== undefined) return;
    const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++);
    log.warn({ reason, delay }, 'database listener lost; reconnecting');
    timer = setTimeout(() => {
      timer = undefined;
      opening = open();
    }, delay);
  };

  const open = async (): Promise<void> => {
    const fresh = connect();
    try {
      await fresh.connect();
      fresh.on('notification', ({ channel, payload }) => notify(channel, payload));
      await fresh.query([...Object.values(CHANNELS).map((name) => `listen ${name}`), ...greeting].join(';'));
    } catch (error) {
      await fresh.end().catch(() => undefined);
      return retry(messageOf(error));
    }
    if (closed) return fresh.end();
    client = fresh;
    hasConnected = true;
    fresh.on('end', () => {
      client = undefined;
      retry('the connection ended');
    });
    failures = 0;
    notify(undefined, undefined);
  };

  return {
    on: (channel, listener) => {
      const set = subscribers.get(channel) ?? new Set<NotificationListener>();
      subscribers.set(channel, set.add(listener));
      opening ??= open();
      return () => set.delete(listener);
    },
    query: async (text, values) => {
      await (opening ??= open());
      const on = client;
      if (on === undefined) throw new Error('the listener has no connection');
      await on.query(text, [...values]);
    },
    deliver: (channel, payload) => notify(channel === undefined ? undefined : CHANNELS[channel], payload),
    hasConnected: () => hasConnected,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      subscribers.clear();
      await opening;
      await client?.end().catch(() => undefined);
    },
  };
}
