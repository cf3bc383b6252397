/** Event stream of a host: live, tail and preview over one hub, with three streams per key across replicas. */

import {
  problem,
  type DataSource,
  type EventQuery,
  type EventStream,
  type FeedBody,
  type Problem,
  type Provenance,
  type StatusGap,
} from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import { type Clock, within } from '@barograph/sources';
import type { Tail, EventLog, Leases } from '@barograph/store';
import { openClient, STREAM_CLIENT_V1, type Client, type ClientConfig } from './client.ts';
import { createDelayed } from './delayed.ts';
import { createHub } from './hub.ts';
import type { KeptConfig } from '@barograph/runtime';
import type { Outlet } from './outlet.ts';
import { createPlaces, STREAM_LEASE_V2, type StreamLeaseConfig } from './places.ts';
import { createTailAnswers } from './recent.ts';
import { NO_SOURCES } from './sources.ts';

/** Parts of the stream service. */
export interface StreamParts {
  readonly events: Pick<EventLog, 'since' | 'bounds'>;
  readonly tail: Tail;
  readonly leases: Leases;
  /** Checked at every ping: a key that was revoked, or whose tier expired, loses its streams. */
  readonly isEntitled: (keyId: string) => Promise<boolean>;
  /** Market clock, on which the preview's delay is measured. */
  readonly clock: Clock;
  /** The machine's clock: pings and leases. */
  readonly wall: Clock;
  readonly dataSource: DataSource;
  /** Current sources of the events; undefined for a host with one source. */
  readonly sources?: (() => readonly Provenance[] | undefined) | undefined;
  /** Times without data per feed, newest first; none when left out. */
  readonly gaps?: (() => readonly StatusGap[]) | undefined;
  readonly log: Logger;
  readonly kept?: KeptConfig;
  readonly client?: ClientConfig;
  readonly lease?: StreamLeaseConfig;
}

/** A granted stream. Attach it at once: its place is taken. */
export interface Feed extends FeedBody {
  /** Attaches the stream to the body of an answer whose headers are written. */
  readonly attach: (to: Outlet) => void;
}

/** State of the stream. */
export interface StreamState {
  readonly lastId: number;
  /** Epoch ms; null when no event is kept. */
  readonly lastEventAt: number | null;
  /** Open streams on this replica. */
  readonly open: number;
}

/** Event stream behind plain functions. */
export interface StreamService extends EventStream {
  /** @param sinceId the client has all events up to this id; undefined: it wants live events only. */
  open(keyId: string, query: EventQuery, sinceId: number | undefined): Promise<Result<Feed, Problem>>;
  state(): StreamState;
  /** Reads the kept events; nothing can be served before. */
  start(): Promise<void>;
  /** Ends every stream in order, frees their places, and opens no more. */
  stop(): Promise<void>;
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Seconds after which a place may be free. */
const RETRY_SECONDS = 15;
const STOPPING_SECONDS = 3;

/** Creates a stream service that has read nothing yet. */
export function createStreamService(parts: StreamParts): StreamService {
  const {
    events,
    clock,
    wall,
    dataSource,
    sources = NO_SOURCES,
    client: config = STREAM_CLIENT_V1,
    lease = STREAM_LEASE_V2,
  } = parts;
  const hub = createHub(parts);
  const places = createPlaces({ ...parts, config: lease });
  /** Open streams, each with a promise that resolves once it is closed and its place is free. */
  const clients = new Map<Client, Promise<void>>();
  let isStopped = false;

  /** Ids that were never issued start at the present: nothing can have been missed. */
  const startId = async (sinceId: number | undefined): Promise<number> => {
    const lastId = hub.kept().lastId();
    if (sinceId === undefined) return lastId;
    return sinceId <= lastId ? sinceId : Math.min(sinceId, (await events.bounds()).lastId);
  };

  return {
    open: async (keyId, query, sinceId) => {
      if (isStopped) {
        return err(problem('source_unavailable', 'This server is stopping.', { retryAfter: STOPPING_SECONDS }));
      }
      const afterId = await startId(sinceId);
      const place = await places.take(keyId);
      if (place === undefined) {
        const message = `A key may have ${lease.perKey} streams open at a time; close one of them.`;
        return err(problem('too_many_streams', message, { retryAfter: RETRY_SECONDS }));
      }
      return ok({
        kind: 'feed',
        attach: (to) => {
          // The caller may have disconnected while the place was taken.
          if (to.destroyed) {
            void place.giveBack();
            return;
          }
          const { promise: closed, resolve: onClose } = withResolvers();
          const onPing = async (): Promise<boolean> => place.keep();
          const client = openClient({ hub, to, query, afterId, wall, config, onPing, onClose, sources });
          const releaseWhenClosed = async (): Promise<void> => {
            await closed;
            await place.giveBack();
            clients.delete(client);
          };
          const released = releaseWhenClosed();
          clients.set(client, released);
          if (isStopped) client.end();
        },
      });
    },
    recent: createTailAnswers(() => hub.kept(), dataSource, sources, parts.gaps),
    delayed: createDelayed(() => hub.kept(), clock, dataSource, sources),
    state: () => ({
      lastId: hub.kept().lastId(),
      lastEventAt: hub.kept().newest(1, () => true)[0]?.ts ?? null,
      open: clients.size,
    }),
    start: async () => hub.start(),
    stop: async () => {
      isStopped = true;
      const released = Promise.all(clients.values());
      for (const client of clients.keys()) client.end();
      await within(config.stopMs, released);
      for (const client of clients.keys()) client.cut();
      await released;
      await hub.stop();
    },
  };
}
