/** Execution of producers, inline or in a worker thread. */

import type { Candles } from '@barograph/core';
import type { NowcastHistory } from '@barograph/nowcast';
import type { Produced, Producer, ProducerInput, ProducerRun } from './producer.ts';

/** Runs producers by name, at most one run of each at a time. */
export interface Computation {
  /** @throws the error of the run; the next run starts from stored states. */
  run(producer: string, input: ProducerInput): Promise<Produced>;
  /** Confirms that the output of a producer was stored, so that the memory of its states can be reused. */
  kept(producer: string): void;
  /** Drops the instance of a producer whose output was not stored. */
  forget(producer: string): void;
  /** Ends the executor; no run may be in progress. */
  stop(): Promise<void>;
}

/** Computes histories of the nowcast. */
export interface Histories {
  /**
   * Computes hourly history with the host's model.
   *
   * @throws when the thread was lost; the next call starts another.
   */
  history(bars: Candles): Promise<NowcastHistory>;
}

/** Runs producers in the calling thread. */
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
