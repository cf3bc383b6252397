/** Heavy producers in a worker thread: requests are answered while they run. */

import type { NowcastHistory } from '@barograph/nowcast';
import { Worker } from 'node:worker_threads';
import type { Computation, Histories } from '../computation.ts';
import type { Produced, ProducerInput, RunLog, Share, ShareAnswer } from '../producer.ts';
import { ShareLost } from '../spread.ts';
import {
  errorOf,
  errorText,
  sharedBars,
  unpacked,
  unpackedAnswer,
  withOwnColumns,
  type FromWorker,
  type ThreadData,
  type ToWorker,
} from './messages.ts';

/** A run, a step of one, or a history under way. */
interface Pending {
  /** Questions that a run may ask; a history asks none. */
  readonly input: ProducerInput | undefined;
  readonly produced: (produced: Produced) => void;
  readonly stepped: (answer: ShareAnswer) => void;
  readonly computed: (rows: NowcastHistory) => void;
  readonly reject: (error: Error) => void;
}

const unasked = (): never => {
  throw new Error('expected the answer of another request');
};

/** Answers that a request of another kind does not get. */
const UNASKED = { produced: unasked, stepped: unasked, computed: unasked };

/** A computation in a thread, with what tests need of it. */
export interface ThreadComputation extends Computation, Histories {
  /** A share of a producer whose memory is in this thread, and goes with it. */
  share(producer: string): Share;
  /** Runs and histories under way. */
  load(): number;
  /** Ends the thread as a crash does. */
  crash(): Promise<void>;
}

/**
 * One worker thread for heavy producers and histories, started when the first of them runs. A thread that ends by itself fails the
 * runs that it had; the next run starts another, whose producers resume from stored states.
 *
 * @param entry the built file of the worker.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- runs, histories and answers of one thread through one map of those under way
export function createThreadComputation(entry: URL, data: ThreadData, log: RunLog): ThreadComputation {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let runs = 0;
  const lost = (): Error => new ShareLost('worker thread lost');

  const answer = async (from: Worker, { run, call, name, args }: FromWorker & { kind: 'call' }): Promise<void> => {
    const input = pending.get(run)?.input;
    if (input === undefined) return;
    const { load, published, head, observed } = input;
    const calls = { ...input.market, load, published, head, observed };
    const post = (message: ToWorker): void => from.postMessage(message, []);
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side calls by the same table of types
      const value = await (calls[name] as (...list: readonly unknown[]) => Promise<unknown>)(...args);
      post({ kind: 'answer', call, value: withOwnColumns(value) });
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
        pending.get(message.run)?.input?.log[message.level](message.fields, message.message);
        return;
      case 'done':
        settle(message.run, ({ produced }) => produced(unpacked(message.produced)));
        return;
      case 'stepped':
        settle(message.run, ({ stepped }) => stepped(unpackedAnswer(message.answer)));
        return;
      case 'history':
        settle(message.run, ({ computed }) => computed(message.rows));
        return;
      case 'failed':
        settle(message.run, ({ reject }) => reject(errorOf(message.error)));
    }
  };

  const ended = (which: Worker, code: number): void => {
    if (worker !== which) return;
    worker = undefined;
    log.warn({ code, runs: pending.size }, 'worker thread lost');
    for (const run of pending.keys()) settle(run, ({ reject }) => reject(lost()));
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
      return new Promise<Produced>((produced, reject) => {
        pending.set(run, { ...UNASKED, input, produced, reject });
        const message: ToWorker = { kind: 'run', run, producer, asOf, slot, source: input.market.kind };
        to.postMessage(message, []);
      });
    },
    share: (producer) => {
      /** The thread that has its memory. */
      let home: Worker | undefined;
      return async (step, input) => {
        const had = home;
        home = undefined;
        if (had !== undefined && had !== worker) throw lost();
        worker ??= started();
        const run = ++runs;
        const to = worker;
        const answered = new Promise<ShareAnswer>((stepped, reject) => {
          pending.set(run, { ...UNASKED, input, stepped, reject });
          const { asOf, slot, market } = input;
          const message: ToWorker = { kind: 'step', run, producer, step, asOf, slot, source: market.kind };
          to.postMessage(message, []);
        });
        const answer = await answered;
        home = to;
        return answer;
      };
    },
    history: async (bars) => {
      worker ??= started();
      const run = ++runs;
      const to = worker;
      return new Promise<NowcastHistory>((computed, reject) => {
        pending.set(run, { ...UNASKED, input: undefined, computed, reject });
        const message: ToWorker = { kind: 'history', run, bars: sharedBars(bars) };
        to.postMessage(message, []);
      });
    },
    load: () => pending.size,
    kept: (producer) => {
      const message: ToWorker = { kind: 'kept', producer };
      worker?.postMessage(message, []);
    },
    forget: (producer) => {
      const message: ToWorker = { kind: 'forget', producer };
      worker?.postMessage(message, []);
    },
    stop: async () => {
      const last = worker;
      worker = undefined;
      await last?.terminate();
      // A request may still wait for a history.
      for (const run of pending.keys()) settle(run, ({ reject }) => reject(new Error('worker thread stopped')));
    },
    crash: async () => {
      await worker?.terminate();
    },
  };
}
