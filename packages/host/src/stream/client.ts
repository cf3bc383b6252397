/** One open stream: a cursor in the kept events that advances as fast as its client reads. */

import { matchesEventQuery, type EventQuery } from '@barograph/contract';
import { CHANGES_KEPT_V1 } from '@barograph/runtime';
import type { Clock } from '@barograph/sources';
import { message } from './frame.ts';
import { FRAMES_AT_ONCE, type Hub } from './hub.ts';
import type { Outlet } from './outlet.ts';
import { createNaming, NO_SOURCES, type EventSources } from './sources.ts';

/** Ping interval and time limits of a stream. */
export interface ClientConfig {
  readonly version: `stream-client/${string}`;
  /** Reconnection delay of a browser. */
  readonly retryMs: number;
  readonly pingMs: number;
  /** Events that may pass while the client does not read: the length of its queue. */
  readonly queueMost: number;
  /** Consecutive pings during which the client may read nothing. */
  readonly stalledPings: number;
  /** Time for pending bytes, including the last message, before the connection is cut. */
  readonly drainMs: number;
  /** The same limit when the server stops, in real time. */
  readonly stopMs: number;
}

/** A changed number is a new constant. */
export const STREAM_CLIENT_V1: ClientConfig = Object.freeze({
  version: 'stream-client/1',
  retryMs: 3000,
  pingMs: 15_000,
  queueMost: 1000,
  stalledPings: 4,
  drainMs: 10_000,
  stopMs: 2000,
});

/** Parts of a stream. */
export interface ClientParts {
  readonly hub: Pick<Hub, 'kept' | 'after' | 'joined' | 'subscribe'>;
  /** Body of an answer whose headers are written. */
  readonly to: Outlet;
  readonly query: EventQuery;
  /** The stream starts after this id. */
  readonly afterId: number;
  /** The wall clock: pings do not speed up with a replay. */
  readonly wall: Clock;
  /** Called at every ping. @returns false when the stream must end. */
  readonly onPing: () => Promise<boolean>;
  /** Called once, when the connection has closed. */
  readonly onClose: () => void;
  readonly sources?: EventSources;
  readonly config?: ClientConfig;
}

/** An open stream. */
export interface Client {
  /** Ends the stream in order; the client may reopen it elsewhere. */
  end(): void;
  /** Cuts the connection without waiting for pending bytes. */
  cut(): void;
}

const PING = Buffer.from(': ping\n\n');

/** Whether every event of a query is kept longer than the log. */
function outlivesLog({ types }: EventQuery): boolean {
  return types !== undefined && [...types].every((type) => CHANGES_KEPT_V1.types.includes(type));
}

/** Opens a stream: missed events first, then live ones. */
export function openClient(parts: ClientParts): Client {
  const { hub, to, query, wall, sources = NO_SOURCES, config = STREAM_CLIENT_V1 } = parts;
  /** Every event up to this id was written or did not pass the filters. */
  let cursor = parts.afterId;
  let writtenId = parts.afterId;
  let isOpen = true;
  /** Last id of the hub when the client stopped reading; undefined while it reads. */
  let stalledAt: number | undefined;
  let stalledPings = 0;
  let cancelTimer = (): void => {};
  const naming = createNaming(sources);

  const write = (bytes: Buffer): void => {
    if (!to.write(bytes)) stalledAt ??= hub.kept().lastId();
  };
  const leave = (farewell?: Buffer): void => {
    if (!isOpen) return;
    isOpen = false;
    cancelTimer();
    if (farewell === undefined) to.end();
    else to.end(farewell);
    cancelTimer = wall.schedule(wall.now() + config.drainMs, () => to.destroy());
  };
  // A lagging client resumes after the last event it received, whose id this is.
  const lag = (): void => leave(message('lagged', { last_id: writtenId }));

  const isTaking = (): boolean => isOpen && stalledAt === undefined;

  const pump = (): void => {
    while (isTaking()) {
      if (hub.kept().lostId() > cursor) return lag();
      const batch = hub.after(cursor);
      const last = batch.at(-1);
      if (last === undefined) return;
      cursor = last.id;
      const passing = batch.filter((frame) => matchesEventQuery(frame, query));
      const newest = passing.at(-1);
      if (newest !== undefined) {
        writtenId = newest.id;
        write(hub.joined(passing));
      }
      if (batch.length < FRAMES_AT_ONCE) return;
    }
  };
  const wake = (): void => {
    if (stalledAt !== undefined && hub.kept().lastId() - stalledAt > config.queueMost) lag();
    else pump();
  };
  const ping = (): void => {
    stalledPings = stalledAt === undefined ? 0 : stalledPings + 1;
    if (stalledPings >= config.stalledPings) return lag();
    if (stalledAt === undefined) for (const bytes of [...naming(), PING]) write(bytes);
    cancelTimer = wall.schedule(wall.now() + config.pingMs, ping);
    void parts.onPing().then((may) => (may ? undefined : leave()));
  };

  const unsubscribe = hub.subscribe(wake);
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    isOpen = false;
    cancelTimer();
    unsubscribe();
    parts.onClose();
  };
  to.on('drain', () => {
    stalledAt = undefined;
    pump();
  });
  to.on('error', close);
  to.on('close', close);
  cancelTimer = wall.schedule(wall.now() + config.pingMs, ping);
  for (const bytes of [Buffer.from(`retry: ${config.retryMs}\n\n`), ...naming()]) write(bytes);
  const lost = hub.kept().lostId();
  if (lost > cursor) {
    const missed = outlivesLog(query) ? hub.kept().changesAfter(cursor) : undefined;
    const passing = missed?.filter((frame) => matchesEventQuery(frame, query)) ?? [];
    if (passing.length > 0) write(hub.joined(passing));
    if (missed === undefined) write(message('gap', { after_id: cursor, resumed_after_id: lost }));
    cursor = lost;
    writtenId = lost;
  }
  pump();
  return { end: () => leave(), cut: () => void to.destroy() };
}
