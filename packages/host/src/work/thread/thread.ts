/** Heavy producers in a worker thread: requests are answered while they run. */

import { Worker } from 'node:worker_threads';
import type { Computation } from '../computation.ts';
import type { Produced, ProducerInput, RunLog } from '../producer.ts';
import {
  errorOf,
  errorText,
  unpacked,
  withOwnColumns,
  type FromWorker,
  type ThreadData,
  type ToWorker,
} from './messages.ts';

/** A run under way. */
interface Pending {
  readonly input: ProducerInput;
  readonly resolve: (produced: Produced) => void;
  readonly reject: (error: Error) => void;
}

/** A computation in a thread, with what tests need of it. */
export interface ThreadComputation extends Computation {
  /** Ends the thread as a crash does. */
  crash(): Promise<void>;
}

/**
 * One worker thread for all heavy producers, started when the first of them runs. A thread that ends by itself fails the
 * runs that it had; the next run starts another, whose producers resume from stored states.
 *
 * @param entry the built file of the worker.
 */
export function createThreadComputation(entry: URL, data: ThreadData, log: RunLog): ThreadComputation {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let runs = 0;

  const answer = async (from: Worker, { run, call, name, args }: FromWorker & { kind: 'call' }): Promise<void> => {
    const input = pending.get(run)?.input;
    if (input === undefined) return;
    const { load, published, head, observed } = input;
    const calls = { ...input.market, load, published, head, observed };
    const post = (message: ToWorker, moved: ArrayBuffer[] = []): void => from.postMessage(message, moved);
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side calls by the same table of types
      const value = await (calls[name] as (...list: readonly unknown[]) => Promise<unknown>)(...args);
      const moved: ArrayBuffer[] = [];
      post({ kind: 'answer', call, value: withOwnColumns(value, moved) }, moved);
    } catch (error) {
      post({ kind: 'refusal', call, error: errorText(error) });
    }
  };

  const settle = (run: number, act: (one: Pending) => void): void => {
    const one = pending.get(run);
    pending.delete(run);
    if (one !== undefined) act(one);
  };

  const receive = (from: Worker, message: FromWorker): void => {
    switch (message.kind) {
      case 'call':
        void answer(from, message);
        return;
      case 'log':
        pending.get(message.run)?.input.log[message.level](message.fields, message.message);
        return;
      case 'done':
        settle(message.run, ({ resolve }) => resolve(unpacked(message.produced)));
        return;
      case 'failed':
        settle(message.run, ({ reject }) => reject(errorOf(message.error)));
    }
  };

  const ended = (which: Worker, code: number): void => {
    if (worker !== which) return;
    worker = undefined;
    log.warn({ code, runs: pending.size }, 'worker thread lost');
    for (const run of pending.keys()) settle(run, ({ reject }) => reject(new Error('worker thread lost')));
  };

  const started = (): Worker => {
    // The flags of this process are of its own sources; the worker is built.
    const made = new Worker(entry, { workerData: data, execArgv: [] });
    made.on('message', (message: FromWorker) => receive(made, message));
    made.on('error', (error) => log.warn({ err: error }, 'worker thread failed'));
    made.on('exit', (code) => ended(made, code));
    return made;
  };

  return {
    run: async (producer, input) => {
      worker ??= started();
      const run = ++runs;
      const { asOf, slot } = input;
      const to = worker;
      return new Promise<Produced>((resolve, reject) => {
        pending.set(run, { input, resolve, reject });
        const message: ToWorker = { kind: 'run', run, producer, asOf, slot, source: input.market.kind };
        to.postMessage(message, []);
      });
    },
    forget: (producer) => {
      const message: ToWorker = { kind: 'forget', producer };
      worker?.postMessage(message, []);
    },
    stop: async () => {
      const last = worker;
      worker = undefined;
      await last?.terminate();
    },
    crash: async () => {
      await worker?.terminate();
    },
  };
}
