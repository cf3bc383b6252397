/** Worker side of a thread: runs producers, and requests their inputs from the request thread. */

import { installKernels } from '@barograph/kernels';
import { loadModel, tradedHistory } from '@barograph/nowcast';
import type { MessagePort } from 'node:worker_threads';
import type { QuantModel } from '../producers/quant/model.ts';
import { createInlineComputation } from '../computation.ts';
import type { ProducerInput, RunLog, Partition } from '../producer.ts';
import { marketProducers } from '../producers.ts';
import {
  barsOf,
  errorOf,
  errorText,
  packed,
  packedAnswer,
  sharedHistory,
  type Calls,
  type FromWorker,
  type TakeRoom,
  type ThreadData,
  type ToWorker,
} from './messages.ts';
import { createRooms } from './rooms.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

function modelOf({ model }: ThreadData): QuantModel | undefined {
  if (model === null) return undefined;
  const loaded = loadModel(model.text);
  // The request thread has loaded the same text.
  if (!loaded.ok) throw new Error('the model of the worker expected the text of a loaded model');
  return { model: loaded.value, sha256: model.sha256 };
}

/** History by the model, or the reason that it is missing. */
function historyOf(model: QuantModel | undefined, { run, bars }: ToWorker & { kind: 'history' }): FromWorker {
  try {
    if (model === undefined) throw new Error('a history expected a model');
    return { kind: 'history', run, rows: sharedHistory(tradedHistory(model.model, barsOf(bars))) };
  } catch (error) {
    return { kind: 'failed', run, error: errorText(error) };
  }
}

/** Pending requests of runs to the request thread. */
function createQuestions(post: (message: FromWorker) => void) {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  const asking =
    (run: number) =>
    <Name extends keyof Calls>(name: Name) =>
    async (...args: Parameters<Calls[Name]>): Promise<Awaited<ReturnType<Calls[Name]>>> => {
      const call = ++calls;
      post({ kind: 'call', run, call, name, args });
      const value = await new Promise<unknown>((resolve, reject) => waiting.set(call, { resolve, reject }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side answers by the same table of types
      return value as Awaited<ReturnType<Calls[Name]>>;
    };
  const logOf = (run: number): RunLog => {
    const say =
      (level: keyof RunLog): RunLog[keyof RunLog] =>
      (fields, message) =>
        post({ kind: 'log', run, level, fields, message });
    return { info: say('info'), warn: say('warn') };
  };
  return {
    inputOf: ({ run, asOf, slot, source }: ToWorker & { kind: 'run' | 'step' }): ProducerInput => {
      const ask = asking(run);
      return {
        asOf,
        slot,
        market: {
          kind: source,
          listings: ask('listings'),
          closedBars: ask('closedBars'),
          openBar: ask('openBar'),
          read: ask('read'),
        },
        load: ask('load'),
        published: ask('published'),
        head: ask('head'),
        observed: ask('observed'),
        log: logOf(run),
      };
    },
    settle: (call: number, act: (call: Waiting) => void): void => {
      const pendingCall = waiting.get(call);
      waiting.delete(call);
      if (pendingCall !== undefined) act(pendingCall);
    },
  };
}

/** Serves runs on a port until the thread ends. */
export function serveRuns(port: MessagePort, data: ThreadData): void {
  if (data.kernels) installKernels();
  const model = modelOf(data);
  const producers = marketProducers(data.timeline, model);
  const computation = createInlineComputation(producers);
  const partitions = new Map<string, Partition>();
  const rooms = createRooms();
  const roomOf =
    (producer: string): TakeRoom =>
    (bytes) =>
      rooms.take(producer, bytes);
  const post = (message: FromWorker): void => port.postMessage(message, []);

  const { inputOf, settle } = createQuestions(post);

  const run = async (message: ToWorker & { kind: 'run' }): Promise<void> => {
    try {
      const produced = packed(await computation.run(message.producer, inputOf(message)), roomOf(message.producer));
      post({ kind: 'done', run: message.run, produced });
    } catch (error) {
      post({ kind: 'failed', run: message.run, error: errorText(error) });
    }
  };

  const partitionOf = (name: string): Partition => {
    const partition =
      partitions.get(name) ?? producers.find((producer) => producer.name === name)?.spread?.createPartition();
    if (partition === undefined) throw new Error(`"producer" expected one that is shared out, got ${name}`);
    partitions.set(name, partition);
    return partition;
  };
  const step = async (message: ToWorker & { kind: 'step' }): Promise<void> => {
    try {
      const answered = await partitionOf(message.producer)(message.step, inputOf(message));
      const answer = packedAnswer(answered, roomOf(message.producer));
      post({ kind: 'stepped', run: message.run, answer });
    } catch (error) {
      post({ kind: 'failed', run: message.run, error: errorText(error) });
    }
  };

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'run':
        void run(message);
        return;
      case 'step':
        void step(message);
        return;
      case 'answer':
        settle(message.call, ({ resolve }) => resolve(message.value));
        return;
      case 'refusal':
        settle(message.call, ({ reject }) => reject(errorOf(message.error)));
        return;
      case 'history':
        post(historyOf(model, message));
        return;
      case 'kept':
        rooms.kept(message.producer);
        return;
      case 'forget':
        rooms.forget(message.producer);
        computation.forget(message.producer);
        partitions.delete(message.producer);
    }
  });
}
