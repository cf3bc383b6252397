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

/** Requests to a thread that wait for their answer. */
function createUnderWay() {
  const pending = new Map<number, Pending>();
  let runs = 0;
  const settle = (run: number, act: (one: Pending) => void): void => {
    const one = pending.get(run);
    pending.delete(run);
    if (one !== undefined) act(one);
  };
  return {
    size: (): number => pending.size,
    inputOf: (run: number): ProducerInput | undefined => pending.get(run)?.input,
    settle,
    /** Posts a request, and waits for the answer of its kind. */
    posted: async <Value>(
      to: Worker,
      input: ProducerInput | undefined,
      wanted: (resolve: (value: Value) => void) => Partial<Pending>,
      message: (run: number) => ToWorker,
    ): Promise<Value> =>
      new Promise((resolve, reject) => {
        const run = ++runs;
        pending.set(run, { ...UNASKED, ...wanted(resolve), input, reject });
        to.postMessage(message(run), []);
      }),
    /** All fail, each with an error of its own. */
    fail: (error: () => Error): void => {
      for (const run of pending.keys()) settle(run, ({ reject }) => reject(error()));
    },
  };
}

/** Answers a question of a run from its input. */
async function answer(
  from: Worker,
  { call, name, args }: FromWorker & { kind: 'call' },
  input: ProducerInput,
): Promise<void> {
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
}

/** Hands a message of the worker to the run that it is about. */
function receive(from: Worker, message: FromWorker, { inputOf, settle }: ReturnType<typeof createUnderWay>): void {
  const input = inputOf(message.run);
  switch (message.kind) {
    case 'call':
      if (input !== undefined) void answer(from, message, input);
      return;
    case 'log':
      input?.log[message.level](message.fields, message.message);
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
}

/**
 * One worker thread for heavy producers and histories, started when the first of them runs. A thread that ends by itself fails the
 * runs that it had; the next run starts another, whose producers resume from stored states.
 *
 * @param entry the built file of the worker.
 */
export function createThreadComputation(entry: URL, data: ThreadData, log: RunLog): ThreadComputation {
  const underWay = createUnderWay();
  let worker: Worker | undefined;
  const lost = (): Error => new ShareLost('worker thread lost');

  const ended = (which: Worker, code: number): void => {
    if (worker !== which) return;
    worker = undefined;
    log.warn({ code, runs: underWay.size() }, 'worker thread lost');
    underWay.fail(lost);
  };

  const started = (): Worker => {
    // The flags of this process are of its own sources; the worker is built.
    const made = new Worker(entry, { workerData: data, execArgv: [] });
    made.on('message', (message: FromWorker) => receive(made, message, underWay));
    made.on('error', (error) => log.warn({ err: error }, 'worker thread failed'));
    made.on('exit', (code) => ended(made, code));
    return made;
  };

  return {
    run: async (producer, input) => {
      const { asOf, slot, market } = input;
      return underWay.posted<Produced>(
        (worker ??= started()),
        input,
        (produced) => ({ produced }),
        (run) => ({ kind: 'run', run, producer, asOf, slot, source: market.kind }),
      );
    },
    share: (producer) => {
      /** The thread that has its memory. */
      let home: Worker | undefined;
      return async (step, input) => {
        const had = home;
        home = undefined;
        if (had !== undefined && had !== worker) throw lost();
        worker ??= started();
        const to = worker;
        const { asOf, slot, market } = input;
        const answer = await underWay.posted<ShareAnswer>(
          to,
          input,
          (stepped) => ({ stepped }),
          (run) => ({ kind: 'step', run, producer, step, asOf, slot, source: market.kind }),
        );
        home = to;
        return answer;
      };
    },
    history: async (bars) =>
      underWay.posted<NowcastHistory>(
        (worker ??= started()),
        undefined,
        (computed) => ({ computed }),
        (run) => ({ kind: 'history', run, bars: sharedBars(bars) }),
      ),
    load: () => underWay.size(),
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
      underWay.fail(() => new Error('worker thread stopped'));
    },
    crash: async () => {
      await worker?.terminate();
    },
  };
}
