/**
 * Bulkhead for heavy reads: a few at a time over all replicas, first come, first served on each replica. A read that
 * gets no turn in time is answered 503 `backtesting_busy`.
 */

import { ARCHIVE_EDGE_V1, problem, type ArchiveEdgeConfig, type Problem } from '@barograph/contract';
import { err, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import { deadlines, REAL_TIME, within } from '@barograph/sources';
import type { HeldPlace, SessionPlaces } from '@barograph/store';

/** Limits of the queue that are not in the contract. */
export interface BulkheadConfig {
  readonly version: `bulkhead/${string}`;
  /** Waiting reads per replica; a further read is refused at once. */
  readonly mostWaiting: number;
  /** Interval at which the head of the queue asks again without a notification, ms: a replica that dies sends none. */
  readonly askEveryMs: number;
  /** Time that a cancelled read has to stop, ms; its place is freed afterwards in any case. */
  readonly stopMs: number;
}

/** A changed number is a new constant. */
export const BULKHEAD_V1: BulkheadConfig = Object.freeze({
  version: 'bulkhead/1',
  mostWaiting: 100,
  askEveryMs: 500,
  stopMs: 10_000,
});

/** Runs heavy reads in turn. */
export interface Bulkhead {
  /**
   * @param cancelled ends the wait and the read.
   * @param read receives a signal that also aborts when the place is lost.
   * @returns the outcome of the read, or 503 `backtesting_busy`.
   */
  run<Value>(
    cancelled: AbortSignal,
    read: (cancelled: AbortSignal) => Promise<Result<Value, Problem>>,
  ): Promise<Result<Value, Problem>>;
  /** Counts of reads on this replica. */
  state(): { readonly running: number; readonly waiting: number };
}

/** Parts of a bulkhead. */
export interface BulkheadParts {
  readonly places: Pick<SessionPlaces, 'take' | 'onFreed'>;
  readonly log: Logger;
  readonly edge?: Pick<ArchiveEdgeConfig, 'queueSeconds' | 'retrySeconds'>;
  readonly config?: BulkheadConfig;
}

/** A turn: a place, and a signal that it was lost. */
interface Turn {
  readonly place: HeldPlace;
  readonly lost: AbortSignal;
}

interface Waiting {
  readonly settle: (turn: Turn | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** Error of a read that lost its place: the database is away, and other replicas may read instead. */
const lostPlace = (): Error =>
  Object.assign(new Error('The connection of the place was lost.'), { code: 'ECONNRESET' });

/** Turns of reads, first come, first served. */
interface Turns {
  /** Waits for a turn. @returns undefined when no turn came in time. */
  next(cancelled: AbortSignal): Promise<Turn | undefined>;
  waiting(): number;
}

/** Queue of one replica for the places that all replicas share. */
function createTurns({ places, edge = ARCHIVE_EDGE_V1, config = BULKHEAD_V1 }: Omit<BulkheadParts, 'log'>): Turns {
  const queue: Waiting[] = [];
  let isAsking = false;

  const turnOf = async (): Promise<Turn | undefined> => {
    const lost = new AbortController();
    const place = await places.take(() => lost.abort(lostPlace()));
    return place === undefined ? undefined : { place, lost: lost.signal };
  };

  /** Hands places to the queue, first come, first served, until it is empty. */
  const serve = async (): Promise<void> => {
    let wake: () => void = () => undefined;
    // A place freed between the refusal and the wait must not be missed.
    let isFreed = false;
    const end = places.onFreed(() => {
      isFreed = true;
      wake();
    });
    while (queue.length > 0) {
      isFreed = false;
      try {
        const turn = await turnOf();
        const next = turn === undefined ? undefined : queue.shift();
        if (next !== undefined) next.settle(turn);
        else if (turn !== undefined) await turn.place.giveBack();
        else if (!isFreed) {
          // Real time, also in tests: only polling finds the place of a dead replica.
          await within(config.askEveryMs, new Promise<void>((resolve) => void (wake = resolve)), REAL_TIME);
        }
      } catch (error) {
        queue.shift()?.fail(error);
      }
    }
    end();
  };
  const startServing = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    await serve();
    isAsking = false;
    // A read may have joined while the last subscription ended.
    if (queue.length > 0) await startServing();
  };

  const next = async (cancelled: AbortSignal): Promise<Turn | undefined> => {
    cancelled.throwIfAborted();
    if (queue.length >= config.mostWaiting) return undefined;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        cancelTimer();
        cancelled.removeEventListener('abort', stop);
        const at = queue.indexOf(waiting);
        if (at !== -1) queue.splice(at, 1);
      };
      const waiting: Waiting = {
        settle: (turn) => {
          leave();
          resolve(turn);
        },
        fail: (error) => {
          leave();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      const stop = (): void => waiting.fail(cancelled.reason);
      const cancelTimer = deadlines.after(edge.queueSeconds * 1000, () => waiting.settle(undefined));
      cancelled.addEventListener('abort', stop, { once: true });
      queue.push(waiting);
      void startServing();
    });
  };

  return { next, waiting: () => queue.length };
}

/** Creates a bulkhead over the places that all replicas share. */
export function createBulkhead({ log, ...parts }: BulkheadParts): Bulkhead {
  const { edge = ARCHIVE_EDGE_V1, config = BULKHEAD_V1 } = parts;
  const turns = createTurns(parts);
  let running = 0;

  /** Frees a place when its read ends, or some time after it was cancelled. */
  const release = async (place: HeldPlace, read: Promise<unknown>, cancelled: AbortSignal): Promise<void> => {
    const ended = read.then(
      () => true,
      () => true,
    );
    const stopped = aborted(cancelled, read).then(async () => within(config.stopMs, ended));
    if ((await Promise.race([ended, stopped])) !== true) log.warn('archive read did not stop when it was cancelled');
    running--;
    await place.giveBack();
  };

  return {
    state: () => ({ running, waiting: turns.waiting() }),
    run: async (cancelled, read) => {
      const mine = await turns.next(cancelled);
      if (mine === undefined) {
        const message = 'Too many archive reads run and wait; ask again, or scope by symbol and time.';
        return err(problem('backtesting_busy', message, { retryAfter: edge.retrySeconds }));
      }
      running++;
      const ends = AbortSignal.any([cancelled, mine.lost]);
      const answer = read(ends);
      void release(mine.place, answer, ends);
      // A stopped read may reject with any error; the reason for the stop counts.
      const answered = answer.catch((error: unknown) => Promise.reject(ends.aborted ? reasonOf(ends) : error));
      return Promise.race([answered, aborted(ends, answer).then(async () => Promise.reject(reasonOf(ends)))]);
    },
  };
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/**
 * Resolves when the signal aborts before the read ends; otherwise never. The listener is removed with the read, because
 * Node keeps a signal of `AbortSignal.any` alive while it has a listener.
 */
async function aborted(signal: AbortSignal, read: Promise<unknown>): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const stop = (): void => resolve();
    const leave = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    read.then(leave, leave);
  });
}
