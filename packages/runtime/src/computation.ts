/** Execution of producers: the same instances inline, or behind a thread. */

import type { Candles } from '@barograph/core';
import type { NowcastHistory } from '@barograph/nowcast';
import type { Produced, Producer, ProducerInput, ProducerRun } from './producer.ts';

/** Runs producers by name, one run of each at a time. */
export interface Computation {
  /** @throws what the run threw; the producer begins anew from stored states in the next run. */
  run(producer: string, input: ProducerInput): Promise<Produced>;
  /** Says that all that a producer has produced was kept: its states are not read any more, and their memory is used again. */
  kept(producer: string): void;
  /** Drops the instance of a producer: what it produced was not kept. */
  forget(producer: string): void;
  /** Ends what runs; no run may be under way. */
  stop(): Promise<void>;
}

/** Computes histories of the nowcast. */
export interface Histories {
  /**
   * The history of hours by the model of the host.
   *
   * @throws the thread was lost; the next call gets another.
   */
  history(bars: Candles): Promise<NowcastHistory>;
}

/** Producers in this thread. */
export function createInlineComputation(producers: readonly Producer[]): Computation {
  const byName = new Map(producers.map((producer) => [producer.name, producer]));
  const instances = new Map<string, ProducerRun>();
  return {
    run: async (name, input) => {
      const producer = byName.get(name);
      if (producer === undefined)
        throw new Error(`"producer" expected one of ${[...byName.keys()].join()}, got ${name}`);
      const instance = instances.get(name) ?? producer.create();
      instances.set(name, instance);
      try {
        return await instance(input);
      } catch (error) {
        instances.delete(name);
        throw error;
      }
    },
    kept: () => {},
    forget: (name) => void instances.delete(name),
    stop: async () => instances.clear(),
  };
}
