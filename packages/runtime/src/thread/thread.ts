/** Heavy producers in a worker thread, so that requests are answered while they run. */

import type { NowcastHistory } from '@barograph/nowcast';
import { Worker } from 'node:worker_threads';
import type { Computation, Histories } from '../computation.ts';
import type { Produced, ProducerInput, RunLog, Partition, PartitionAnswer } from '../producer.ts';
import { PartitionLost } from '../spread.ts';
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

/** Running run, step or history. */
interface Pending {
  /** Requests that a run may send; a history sends none. */
  readonly input: ProducerInput | undefined;
  readonly produced: (produced: Produced) => void;
  readonly stepped: (answer: PartitionAnswer) => void;
  readonly computed: (rows: NowcastHistory) => void;
  readonly reject: (error: Error) => void;
}

const unasked = (): never => {
  throw new Error('expected the answer of another request');
};

/** Answers that do not belong to the kind of request. */
const UNASKED = { produced: unasked, stepped: unasked, computed: unasked };

/** Computation in a thread, with hooks for tests. */
export interface ThreadComputation extends Computation, Histories {
  /** Partition of a producer whose memory is in this thread and is lost with it. */
  partition(producer: string): Partition;
  /** Number of running runs and histories. */
  load(): number;
  /** Ends the thread as a crash does. */
  crash(): Promise<void>;
}

/** Pending requests to a thread. */
function createUnderWay() {
  const pending = new Map<number, Pending>();
  let runs = 0;
  const settle = (run: number, act: (pending: Pending) => void): void => {
    const waiting = pending.get(run);
    pending.delete(run);
    if (waiting !== undefined) act(waiting);
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
    /** Rejects all, each with its own error. */
    fail: (error: () => Error): void => {
      for (const run of pending.keys()) settle(run, ({ reject }) => reject(error()));
    },
  };
}

/** Answers a request of a run from its input. */
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

/** Forwards a message of the worker to its run. */
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
 * One worker thread for heavy producers and histories, started with the first run. A thread that crashes fails its current runs; the
 * next run starts another, whose producers resume from stored states.
 *
 * @param entry built file of the worker.
 */
export function createThreadComputation(entry: URL, data: ThreadData, log: RunLog): ThreadComputation {
  const underWay = createUnderWay();
  let worker: Worker | undefined;
  const lost = (): Error => new PartitionLost('worker thread lost');

  const ended = (which: Worker, code: number): void => {
    if (worker !== which) return;
    worker = undefined;
    log.warn({ code, runs: underWay.size() }, 'worker thread lost');
    underWay.fail(lost);
  };

  const started = (): Worker => {
    // The flags of this process apply to TypeScript sources; the worker is built.
    const worker = new Worker(entry, { workerData: data, execArgv: [] });
    worker.on('message', (message: FromWorker) => receive(worker, message, underWay));
    worker.on('error', (error) => log.warn({ err: error }, 'worker thread failed'));
    worker.on('exit', (code) => ended(worker, code));
    return worker;
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
    partition: (producer) => {
      /** Thread with the memory. */
      let home: Worker | undefined;
      return async (step, input) => {
        const had = home;
        home = undefined;
        if (had !== undefined && had !== worker) throw lost();
        worker ??= started();
        const to = worker;
        const { asOf, slot, market } = input;
        const answer = await underWay.posted<PartitionAnswer>(
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
