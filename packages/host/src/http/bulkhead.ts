/**
 * Bulkhead of heavy reads: a few at a time over all replicas, in the order of their coming on each; one that has no turn in
 * time is answered 503 `backtesting_busy`.
 */

import { ARCHIVE_EDGE_V1, problem, type ArchiveEdgeConfig, type Problem } from '@barograph/contract';
import { err, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import { deadlines, REAL_TIME, within } from '@barograph/sources';
import type { HeldPlace, SessionPlaces } from '@barograph/store';

/** Numbers of the queue that the contract does not show. */
export interface BulkheadConfig {
  readonly version: `bulkhead/${string}`;
  /** Reads that wait on one replica; one more is refused at once. */
  readonly mostWaiting: number;
  /** Pause before the head of the queue asks again when it hears of no free place: a replica that dies tells nobody, ms. */
  readonly askEveryMs: number;
  /** Time that a cancelled read has to stop; its place is then free whatever it does, ms. */
  readonly stopMs: number;
}

/** A changed number is a new constant. */
export const BULKHEAD_V1: BulkheadConfig = Object.freeze({
  version: 'bulkhead/1',
  mostWaiting: 100,
  askEveryMs: 500,
  stopMs: 10_000,
});

/** Performs heavy reads in their turn. */
export interface Bulkhead {
  /**
   * @param cancelled ends the wait, and the read.
   * @param read its own signal also ends when the place is lost.
   * @returns the outcome of the read, or 503 `backtesting_busy`.
   */
  run<Value>(
    cancelled: AbortSignal,
    read: (cancelled: AbortSignal) => Promise<Result<Value, Problem>>,
  ): Promise<Result<Value, Problem>>;
  /** Reads of this replica. */
  state(): { readonly running: number; readonly waiting: number };
}

/** Parts of a bulkhead. */
export interface BulkheadParts {
  readonly places: Pick<SessionPlaces, 'take' | 'onFreed'>;
  readonly log: Logger;
  readonly edge?: Pick<ArchiveEdgeConfig, 'queueSeconds' | 'retrySeconds'>;
  readonly config?: BulkheadConfig;
}

/** A turn: a place, and the news that it was lost. */
interface Turn {
  readonly place: HeldPlace;
  readonly lost: AbortSignal;
}

interface Waiting {
  readonly settle: (turn: Turn | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** Error of a read whose place was lost: the database has gone, and other replicas may read instead. */
const lostPlace = (): Error =>
  Object.assign(new Error('The connection of the place was lost.'), { code: 'ECONNRESET' });

/** Turns of reads, in the order of their coming. */
interface Turns {
  /** Waits for a turn. @returns undefined when there is none in time. */
  next(cancelled: AbortSignal): Promise<Turn | undefined>;
  waiting(): number;
}

/** The queue of one replica for the places of all. */
function createTurns({ places, edge = ARCHIVE_EDGE_V1, config = BULKHEAD_V1 }: Omit<BulkheadParts, 'log'>): Turns {
  const queue: Waiting[] = [];
  let isAsking = false;

  const turnOf = async (): Promise<Turn | undefined> => {
    const lost = new AbortController();
    const place = await places.take(() => lost.abort(lostPlace()));
    return place === undefined ? undefined : { place, lost: lost.signal };
  };

  /** Hands places to the queue, first come, first served, until nobody waits. */
  const serve = async (): Promise<void> => {
    let wake: () => void = () => undefined;
    // What is freed between a refusal and the wait for it must not be missed.
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
          // Real time, also in tests: the place of a dead replica is found by looking alone.
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
    // One may have come while the last subscription ended.
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
        settle: (one) => {
          leave();
          resolve(one);
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

/** A bulkhead over the places of all replicas. */
export function createBulkhead({ log, ...parts }: BulkheadParts): Bulkhead {
  const { edge = ARCHIVE_EDGE_V1, config = BULKHEAD_V1 } = parts;
  const turns = createTurns(parts);
  let running = 0;

  /** Frees a place when its read has ended, or some time after it was cancelled. */
  const release = async (place: HeldPlace, read: Promise<unknown>, cancelled: AbortSignal): Promise<void> => {
    const ended = read.then(
      () => true,
      () => true,
    );
    const told = aborted(cancelled, read).then(async () => within(config.stopMs, ended));
    if ((await Promise.race([ended, told])) !== true) log.warn('archive read did not stop when it was cancelled');
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
      // A read that is stopped may reject with anything: why it was stopped is what counts.
      const told = answer.catch((error: unknown) => Promise.reject(ends.aborted ? reasonOf(ends) : error));
      return Promise.race([told, aborted(ends, answer).then(async () => Promise.reject(reasonOf(ends)))]);
    },
  };
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/**
 * Resolves when a signal is aborted before a read has ended; otherwise never. The listener goes with the read: Node keeps a signal
 * of `AbortSignal.any` for as long as it has one.
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
