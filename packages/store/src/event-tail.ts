/** Following the event log: every event after an id, as it comes, in order. */

import type { EventLog, StoredEvent } from './events.ts';
import type { Listener } from './listener.ts';

export interface TailOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Poll interval without notifications; 1 s by default. */
  readonly pollMs?: number;
  /** Called when the log cannot be read; the tail goes on trying. */
  readonly onError?: (error: unknown) => void;
}

/** Follows the log from after an id. */
export type Tail = (afterId: number, options?: TailOptions) => AsyncGenerator<StoredEvent, void, undefined>;

const BATCH = 500;

/**
 * Notifications wake it; a poll finds what was missed while the connection was away. A replica follows the log once and
 * hands events to its own clients.
 */
export function createTail(log: Pick<EventLog, 'since'>, listener: Pick<Listener, 'on'>): Tail {
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
    // One timer for all waits: making and clearing one for each event cost more than reading it from memory.
    const poll = setInterval(() => ring(), pollMs);
    const wait = async (): Promise<void> =>
      new Promise((resolve) => {
        ring = resolve;
        if (rung) ring();
      });
    try {
      while (!isOver()) {
        // Before reading: what is announced from here on may not be in what is read.
        rung = false;
        let events: readonly StoredEvent[] = [];
        try {
          events = await log.since(last, BATCH);
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
