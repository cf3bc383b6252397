/** The only reader of the event log in a process; all streams are served from the events that it keeps. */

import type { Logger } from 'pino';
import type { Tail, EventLog, StoredEvent } from '@barograph/store';
import { createJoiner, frameOf } from './frame.ts';
import { type Frame, createKept, STREAM_KEPT_V1, type Kept, type KeptConfig } from '@barograph/runtime';

/** Parts of a hub. */
export interface HubParts {
  readonly events: Pick<EventLog, 'since' | 'bounds'>;
  readonly tail: Tail;
  readonly log: Logger;
  readonly kept?: KeptConfig;
  readonly rest?: RestConfig;
}

/** Pause between two rounds of writing to all clients. */
export interface RestConfig {
  readonly version: `stream-rest/${string}`;
  /** A shorter round is followed by the next at once, ms. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * A round is followed by an equally long pause: events of the pause go out in one write per client, and half of the
 * thread's time remains for requests. A changed number is a new constant.
 */
export const STREAM_REST_V1: RestConfig = Object.freeze({ version: 'stream-rest/1', leastMs: 1, mostMs: 20 });

/** The newest events, with notifications of new ones. */
export interface Hub {
  /** Resolves once all events of the log are kept, then follows the log. */
  start(): Promise<void>;
  kept(): Kept;
  /** Frames after an id, oldest first, up to {@link FRAMES_AT_ONCE}. */
  after(id: number): readonly Frame[];
  /** Bytes of at least one frame, joined; the same buffer for every client that wants the same frames. */
  joined(frames: readonly Frame[]): Buffer;
  /** @param wake called soon after new events were kept, once per batch. @returns a function that unsubscribes. */
  subscribe(wake: () => void): () => void;
  stop(): Promise<void>;
}

/** Events per read of the log. */
const BATCH = 5000;

/** Events joined into one write. */
export const FRAMES_AT_ONCE = 64;

interface Batch {
  readonly afterId: number;
  readonly lastId: number;
  readonly frames: readonly Frame[];
}

/** Rounds of writing: wakes all subscribers in the next turn of the loop, or after the pause. */
function createRounds(
  subscribers: ReadonlySet<() => void>,
  pace: RestConfig,
): { readonly wakeAll: () => void; readonly cancel: () => void } {
  /** Cancels the next round; undefined when no round is due. */
  let cancelRound: (() => void) | undefined;
  /** End of the pause after the last round, process ms. */
  let restUntil = -Infinity;
  const round = (): void => {
    cancelRound = undefined;
    const began = performance.now();
    for (const wake of subscribers) wake();
    const ended = performance.now();
    restUntil = ended + Math.min(ended - began, pace.mostMs);
  };
  return {
    wakeAll: () => {
      if (cancelRound !== undefined) return;
      const rest = restUntil - performance.now();
      if (rest < pace.leastMs) {
        const next = setImmediate(round);
        cancelRound = () => clearImmediate(next);
      } else {
        const next = setTimeout(round, rest);
        cancelRound = () => clearTimeout(next);
      }
    },
    cancel: () => cancelRound?.(),
  };
}

/** Creates a hub that has read nothing yet. */
export function createHub(parts: HubParts): Hub {
  const { events, tail, log, kept: config = STREAM_KEPT_V1, rest: pace = STREAM_REST_V1 } = parts;
  const subscribers = new Set<() => void>();
  const rounds = createRounds(subscribers, pace);
  const joined = createJoiner();
  const ending = new AbortController();
  let kept = createKept(0, config);
  /** Last id that was read. */
  let read = 0;
  let following = Promise.resolve();
  /** Last batch that was read: clients at the same position read the same batch one after the other. */
  let batch: Batch = { afterId: NaN, lastId: NaN, frames: [] };

  const keep = (event: StoredEvent): void => {
    // Ids have no gap: missing events were pruned before they were read, and clients that lack them get a gap.
    if (event.id > read + 1) {
      log.warn({ from: read + 1, to: event.id - 1 }, 'events pruned before they were read');
      kept.lose(event.id - 1);
    }
    read = event.id;
    try {
      kept.push(frameOf(event));
    } catch (error) {
      log.error({ err: error, id: event.id }, 'failed to encode event');
    }
  };
  /** Adds an event that was kept longer than the log. */
  const restore = (event: StoredEvent, to: Frame[]): void => {
    try {
      to.push(frameOf(event));
    } catch (error) {
      log.error({ err: error, id: event.id }, 'failed to encode event');
    }
  };
  const follow = async (afterId: number): Promise<void> => {
    const onError = (error: unknown): void => log.warn({ err: error }, 'failed to read event log');
    for await (const event of tail(afterId, { signal: ending.signal, onError })) {
      keep(event);
      rounds.wakeAll();
    }
  };

  return {
    start: async () => {
      const { oldestId, lastId } = await events.bounds();
      const first = oldestId === null ? lastId : oldestId - 1;
      read = first;
      kept = createKept(read, config);
      const older: Frame[] = [];
      for (let after = 0; ;) {
        const batch = await events.since(after, BATCH);
        for (const event of batch) {
          after = event.id;
          if (event.id <= first) restore(event, older);
          else keep(event);
        }
        if (batch.length < BATCH) break;
      }
      kept.restore(older);
      following = follow(read).catch((error: unknown) => log.error({ err: error }, 'failed to follow event log'));
    },
    kept: () => kept,
    after: (afterId) => {
      const lastId = kept.lastId();
      if (batch.afterId !== afterId || batch.lastId !== lastId) {
        batch = { afterId, lastId, frames: kept.after(afterId, FRAMES_AT_ONCE) };
      }
      return batch.frames;
    },
    joined,
    subscribe: (wake) => {
      subscribers.add(wake);
      return () => {
        subscribers.delete(wake);
      };
    },
    stop: async () => {
      ending.abort();
      rounds.cancel();
      await following;
    },
  };
}
