/** One reader of the event log per process; everything that is served of the stream is served from what it keeps. */

import type { Logger } from 'pino';
import type { Tail } from '../store/event-tail.ts';
import type { EventLog, StoredEvent } from '../store/events.ts';
import { createJoiner, frameOf, type Frame } from './frame.ts';
import { createKept, STREAM_KEPT_V1, type Kept, type KeptConfig } from './kept.ts';

/** Parts of a hub. */
export interface HubParts {
  readonly events: Pick<EventLog, 'since' | 'bounds'>;
  readonly tail: Tail;
  readonly log: Logger;
  readonly kept?: KeptConfig;
}

/** The newest events, and word of new ones. */
export interface Hub {
  /** Resolves once everything that the log holds is kept; follows the log from then on. */
  start(): Promise<void>;
  kept(): Kept;
  /** The bytes of at least one frame in one piece: the same piece for every client that is as far and wants them all. */
  joined(frames: readonly Frame[]): Buffer;
  /** @param wake called soon after new events were kept, once for many. @returns what ends it. */
  subscribe(wake: () => void): () => void;
  stop(): Promise<void>;
}

const BATCH = 5000;

/** A hub that has read nothing yet. */
export function createHub({ events, tail, log, kept: config = STREAM_KEPT_V1 }: HubParts): Hub {
  const subscribers = new Set<() => void>();
  const joined = createJoiner();
  const ending = new AbortController();
  let kept = createKept(0, config);
  let following = Promise.resolve();
  let waking: NodeJS.Immediate | undefined;

  const keep = (event: StoredEvent): void => {
    try {
      kept.push(frameOf(event));
    } catch (error) {
      log.error({ err: error, id: event.id }, 'failed to encode event');
    }
  };
  const wakeAll = (): void => {
    waking ??= setImmediate(() => {
      waking = undefined;
      for (const wake of subscribers) wake();
    });
  };
  const follow = async (afterId: number): Promise<void> => {
    const onError = (error: unknown): void => log.warn({ err: error }, 'failed to read event log');
    for await (const event of tail(afterId, { signal: ending.signal, onError })) {
      keep(event);
      wakeAll();
    }
  };

  return {
    start: async () => {
      const { oldestId, lastId } = await events.bounds();
      let read = oldestId === null ? lastId : oldestId - 1;
      kept = createKept(read, config);
      for (;;) {
        const batch = await events.since(read, BATCH);
        for (const event of batch) keep(event);
        read = batch.at(-1)?.id ?? read;
        if (batch.length < BATCH) break;
      }
      following = follow(read).catch((error: unknown) => log.error({ err: error }, 'failed to follow event log'));
    },
    kept: () => kept,
    joined,
    subscribe: (wake) => {
      subscribers.add(wake);
      return () => {
        subscribers.delete(wake);
      };
    },
    stop: async () => {
      ending.abort();
      clearImmediate(waking);
      await following;
    },
  };
}
