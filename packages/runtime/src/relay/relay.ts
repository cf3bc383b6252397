/**
 * Relay of requests to the leader. A replica without the ingest lease writes its request to the database; the leader calls the
 * source and writes the answer. Equal requests within a minute share one upstream request.
 */

import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { err, ok } from '@barograph/core';
import { createBoundedLog } from '../bounded-log.ts';
import { deadlines, SourceError, type FeedProblem } from '@barograph/sources';
import type { FeedRequests, OpenRequest, Listener } from '@barograph/store';
import { decodeAnswer, decodeQuery, encodeAnswer, encodeQuery, queryText, type RelayedAnswer } from './codec.ts';

/** Timing of the relay, real ms. */
export interface RelayConfig {
  readonly version: `relay/${string}`;
  /** Longest wait of a replica: an operation has 7.5 s, and may need listings and then bars. */
  readonly deadlineMs: number;
  /** Age up to which an answer is reused for equal requests, market ms. */
  readonly reuseMs: number;
  /** Time after which an unanswered request is announced to the leader again. */
  readonly repeatMs: number;
  /** Time during which a leader has a request exclusively. */
  readonly claimMs: number;
  readonly keptMs: number;
}

/** A changed number is a new constant. */
export const RELAY_V1: RelayConfig = Object.freeze({
  version: 'relay/1',
  deadlineMs: 3500,
  reuseMs: 60_000,
  repeatMs: 1000,
  claimMs: 10_000,
  keptMs: 60_000,
});

/** Dependencies of a relay. */
export interface RelayParts {
  readonly requests: FeedRequests;
  readonly listener: Listener;
  /** Market name in the store. */
  readonly timeline: string;
  /** Name of this replica. */
  readonly owner: string;
  /** Wall time, epoch ms. */
  readonly wall: () => number;
  readonly log: Logger;
  /** Whether this replica has the lease now. */
  readonly leads: () => boolean;
  readonly config?: RelayConfig;
}

/** Answers a request of another replica from the source itself. */
export type RelayedFeed = (feed: string, query: unknown) => Promise<RelayedAnswer>;

/** Relay of one replica. */
export interface Relay {
  readonly leads: () => boolean;
  /** Registers a source whose requests this replica answers while it leads. */
  serve(source: string, feed: RelayedFeed): void;
  /**
   * Sends a request to the leader.
   *
   * @param asOf market time of the request, epoch ms.
   * @param reuseMs age up to which an answer to another replica is reused, market ms.
   * @param deadlineMs longest wait for an answer, real ms.
   */
  ask(
    source: string,
    feed: string,
    query: object,
    asOf: number,
    reuseMs?: number,
    deadlineMs?: number,
  ): Promise<RelayedAnswer>;
  /** Starts listening. */
  start(): void;
  /** Answers the waiting requests; called when this replica becomes leader. */
  takeOver(): void;
  stop(): Promise<void>;
}

const problem = (reason: string): { readonly ok: false; readonly error: FeedProblem } =>
  err({ code: 'stale_source', reason });

/** Answers a request of another replica from the named source. */
function answering(
  { requests, owner }: RelayParts,
  feeds: ReadonlyMap<string, RelayedFeed>,
  log: ReturnType<typeof createBoundedLog>,
): (request: OpenRequest) => Promise<void> {
  return async ({ key, source, feed, query }: OpenRequest): Promise<void> => {
    const known = feeds.get(source);
    let answer: RelayedAnswer;
    try {
      answer =
        known === undefined ? problem(`the leader has no source ${source}`) : await known(feed, decodeQuery(query));
    } catch (error) {
      log.warn({ err: error, source, feed }, 'relayed request failed');
      const reason = error instanceof SourceError ? error.reason : undefined;
      answer = problem(reason ?? 'the source failed');
    }
    const bytes = await encodeAnswer(answer);
    const isFinal = answer.ok || answer.error.code !== 'stale_source';
    if ((await requests.answer(key, owner, bytes, isFinal)) === 'kept') return;
    const refused = problem(`the answer of ${bytes.length} bytes is too large to be relayed`);
    log.warn({ source, feed, bytes: bytes.length }, 'relayed answer too large');
    await requests.answer(key, owner, await encodeAnswer(refused), false);
  };
}

/** Requests that wait for a notification, by key. */
function createWaiting() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    /** Resolves with the next notification for a key, or after `ms`. */
    next: async (key: string, ms: number): Promise<void> =>
      new Promise((resolve) => {
        const set = waiting.get(key) ?? new Set();
        waiting.set(key, set);
        const done = (): void => {
          clearTimeout(timer);
          set.delete(done);
          if (set.size === 0) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(done, ms);
        set.add(done);
      }),
    /** Wakes the requests of a key, or all without a key. */
    wake: (key?: string): void => {
      const sets = key === undefined ? [...waiting.values()] : [waiting.get(key) ?? new Set<() => void>()];
      for (const set of sets) for (const done of set) done();
    },
  };
}

/** Creates the relay of a replica, without starting it. */
export function createRelay(parts: RelayParts): Relay {
  const { requests, listener, timeline, owner, wall, leads, config = RELAY_V1 } = parts;
  const log = createBoundedLog(parts.log);
  const feeds = new Map<string, RelayedFeed>();
  const waiting = createWaiting();
  const inHand = new Set<Promise<void>>();
  let stopListening = (): void => undefined;
  let isStopped = false;

  const answerOne = answering(parts, feeds, log);

  const answerOpen = async (): Promise<void> => {
    if (!leads()) return;
    const now = wall();
    await requests.prune(now);
    const open = await requests.take(timeline, owner, now, now + config.claimMs);
    await Promise.all(open.map(async (request) => answerOne(request)));
  };

  const work = (): void => {
    const done = answerOpen()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to read relayed requests'))
      .finally(() => inHand.delete(done));
    inHand.add(done);
  };

  return {
    leads,
    serve: (source, feed) => feeds.set(source, feed),
    ask: async (source, feed, query, asOf, reuseMs = config.reuseMs, deadlineMs = config.deadlineMs) => {
      const hash = createHash('sha256').update(queryText(query)).digest('base64url');
      const key = `${timeline}/${source}/${feed}/${hash}`;
      const deadline = deadlines.now() + deadlineMs;
      const { keptMs } = config;
      for (;;) {
        const left = deadline - deadlines.now();
        if (isStopped) return problem('this replica stops');
        if (left <= 0) return problem('the leader did not answer in time');
        const heard = waiting.next(key, Math.min(config.repeatMs, left));
        const now = wall();
        const request = { key, timeline, source, feed, query: encodeQuery(query), asOf, reuseMs, now };
        const status = await requests.ask({ ...request, expiresAt: now + keptMs });
        if (status === 'refused') return problem('too many requests wait for the leader');
        if (status === 'waiting') await heard;
        const answer = await requests.read(key);
        if (answer !== undefined) return decodeAnswer(answer);
      }
    },
    start: () => {
      const offs = [
        listener.on('feedRequests', (changed) => {
          if (changed === undefined || changed === timeline) work();
        }),
        listener.on('feedAnswers', (key) => waiting.wake(key)),
      ];
      stopListening = () => {
        for (const off of offs) off();
      };
    },
    takeOver: work,
    stop: async () => {
      stopListening();
      // Pending requests would wait until their deadline, because nothing listens for their answers.
      isStopped = true;
      waiting.wake();
      await Promise.all(inHand);
    },
  };
}

/** Existing answer. */
export function relayed(value: unknown): RelayedAnswer {
  return ok(value);
}
