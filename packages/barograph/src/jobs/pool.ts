/** Thread pool for the coins of a folder: one coin per thread at a time, results in coin order. */

import type { Worker } from 'node:worker_threads';

interface Done {
  readonly kind: 'done';
  readonly value: unknown;
}

/** Work that threw. */
export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  readonly stack: string | undefined;
  /** True when bars or flags are invalid; false for a bug. */
  readonly isInput: boolean;
}

/** Work whose thread exited before answering. */
interface Lost {
  readonly kind: 'lost';
  readonly why: string;
}

/** Answer of a thread to one message. */
export type JobAnswer = Done | Failed;
export type JobOutcome = JobAnswer | Lost;

export interface JobPool {
  /** Sends a message to the next idle thread. Never rejects: a thread that exits fails only this work. */
  readonly run: (message: unknown) => Promise<JobOutcome>;
  /** Terminates all threads and their running work. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly message: unknown;
  readonly settle: (outcome: JobOutcome) => void;
}

/** Creates a pool that starts threads on demand. @param start starts a thread. @param size maximum threads. */
export function createJobPool(start: () => Worker, size: number): JobPool {
  const idle: Worker[] = [];
  const busy = new Map<Worker, (outcome: JobOutcome) => void>();
  const queue: Waiting[] = [];
  let closed = false;

  const give = (worker: Worker, { message, settle }: Waiting): void => {
    busy.set(worker, settle);
    worker.postMessage(message, []);
  };
  const settleOf = (worker: Worker, outcome: JobOutcome): void => {
    const settle = busy.get(worker);
    busy.delete(worker);
    settle?.(outcome);
  };
  const next = (worker: Worker): void => {
    const waiting = queue.shift();
    if (waiting === undefined) idle.push(worker);
    else give(worker, waiting);
  };
  const started = (): Worker => {
    const worker = start();
    let why: string | undefined;
    worker.on('message', (answer: JobAnswer) => {
      settleOf(worker, answer);
      if (!closed) next(worker);
    });
    worker.on('error', (error) => {
      why = error.message;
    });
    worker.on('exit', (code) => {
      const at = idle.indexOf(worker);
      if (at !== -1) idle.splice(at, 1);
      settleOf(worker, { kind: 'lost', why: why ?? `exit code ${code}` });
      const waiting = closed ? undefined : queue.shift();
      if (waiting !== undefined) give(started(), waiting);
    });
    return worker;
  };

  return {
    run: async (message) =>
      new Promise<JobOutcome>((settle) => {
        if (closed) return settle({ kind: 'lost', why: 'closed' });
        const waiting = { message, settle };
        const worker = idle.pop() ?? (busy.size < size ? started() : undefined);
        if (worker === undefined) queue.push(waiting);
        else give(worker, waiting);
      }),
    close: async () => {
      closed = true;
      for (const { settle } of queue.splice(0)) settle({ kind: 'lost', why: 'closed' });
      await Promise.all([...idle, ...busy.keys()].map(async (worker) => worker.terminate()));
    },
  };
}

/**
 * Yields outcomes in message order, regardless of which thread finishes first.
 *
 * @param messages read lazily: each holds the bars of a coin.
 * @param ahead maximum messages in progress or finished early; bounds the memory of waiting answers.
 */
export async function* inOrder(
  pool: JobPool,
  messages: Iterable<unknown>,
  ahead: number,
): AsyncGenerator<JobOutcome, void, undefined> {
  const under: Promise<JobOutcome>[] = [];
  for (const message of messages) {
    under.push(pool.run(message));
    if (under.length >= ahead) yield await under.shift()!;
  }
  for (const outcome of under) yield await outcome;
}
