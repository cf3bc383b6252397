/** Tail of the event log: yields every event after an id, in order, as it arrives. */

import type { EventLog, StoredEvent } from './events.ts';
import type { Listener } from './listener.ts';

export interface TailOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Poll interval without notifications, ms. @default 1000 */
  readonly pollMs?: number;
  /** Called when the log cannot be read; the tail keeps trying. */
  readonly onError?: (error: unknown) => void;
}

/** Yields the events of the log after an id. */
export type Tail = (afterId: number, options?: TailOptions) => AsyncGenerator<StoredEvent, void, undefined>;

const BATCH = 500;

/** Events after an id from a copy of the log; undefined when the copy does not have them. */
export type ReadCopy = (afterId: number, limit: number) => Promise<readonly StoredEvent[] | undefined>;

/**
 * Notifications wake the tail. A poll finds the events that were missed while the connection was down. A replica runs one tail
 * and distributes events to its clients.
 *
 * @param copy read first after a wake-up
 */
export function createTail(
  log: Pick<EventLog, 'since'>,
  listener: Pick<Listener, 'on'>,
  copy: ReadCopy = async () => undefined,
): Tail {
  return async function* tail(afterId, { signal, pollMs = 1000, onError } = {}) {
    let last = afterId;
    let rung = false;
    let ring = (): void => undefined;
    const wake = (): void => {
      rung = true;
      ring();
    };
    const off = listener.on('events', wake);
    signal?.addEventListener('abort', wake);
    const isOver = (): boolean => signal?.aborted === true;
    // One timer for all waits: creating and clearing a timer per event costs more than reading the event from memory.
    const poll = setInterval(() => ring(), pollMs);
    const wait = async (): Promise<void> =>
      new Promise((resolve) => {
        ring = resolve;
        if (rung) ring();
      });
    try {
      while (!isOver()) {
        // Must precede the read, which may miss events that are announced after this line.
        const isWoken = rung;
        rung = false;
        let events: readonly StoredEvent[] = [];
        try {
          events = (isWoken ? await copy(last, BATCH) : undefined) ?? (await log.since(last, BATCH));
        } catch (error) {
          onError?.(error);
        }
        for (const event of events) {
          if (isOver()) return;
          last = event.id;
          yield event;
        }
        if (events.length < BATCH && !isOver()) await wait();
      }
    } finally {
      clearInterval(poll);
      off();
      signal?.removeEventListener('abort', wake);
    }
  };
}
